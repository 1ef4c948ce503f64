import type { StopReason } from '../../../events/finish.ts'
import type { Cost, TokenUsage } from '../../../events/usage.ts'
import { dollars } from '../numbers.ts'
import { shellArgument } from '../shell-argument.ts'

/** What a run came to, as far as it is known. */
export interface RunSummary {
  /** As it is named on a command line. */
  agent: string
  stopReason?: StopReason
  tokens?: TokenUsage
  cost?: Cost
  durationMs?: number
  /** Absent when there is nothing to go on with. */
  sessionId?: string
}

/** One line about a run that has ended, and how to go on with it. */
export function summaryLine({ agent, stopReason, tokens, cost, durationMs, sessionId }: RunSummary): string {
  const parts = [
    ...(stopReason === undefined || stopReason === 'end-turn' ? [] : [`stopped: ${stopReason}`]),
    ...(durationMs === undefined ? [] : [durationText(durationMs)]),
    ...(tokens === undefined ? unknownTokens(stopReason) : tokensText(tokens)),
    ...(cost === undefined ? [] : [costText(cost)]),
    ...(sessionId === undefined ? [] : [`capstan run ${agent} --resume ${shellArgument(sessionId)} "…"`]),
  ]
  return parts.join(' · ')
}

/** What a cancelled run used is not nothing. */
function unknownTokens(stopReason: StopReason | undefined): string[] {
  return stopReason === 'cancelled' ? ['tokens unknown'] : []
}

/** The parts add up to the total. */
function tokensText({
  total,
  input,
  output,
  thinking = 0,
  cacheRead = 0,
  cacheWrite = 0,
  incomplete,
}: TokenUsage): string[] {
  const parts = [
    ...(input === undefined ? [] : [`${count(input)} in`]),
    ...(cacheRead === 0 ? [] : [`${count(cacheRead)} read from cache`]),
    ...(cacheWrite === 0 ? [] : [`${count(cacheWrite)} written to cache`]),
    ...(output === undefined
      ? []
      : [`${count(output)} out${thinking === 0 ? '' : `, of them ${count(thinking)} thinking`}`]),
  ].join(', ')
  const least = incomplete ? 'at least ' : ''
  if (total === undefined) return parts === '' ? [] : [`tokens ${least}${parts}`]
  return [`${least}${count(total)} tokens${parts === '' ? '' : ` (${parts})`}`]
}

/** With a comma before every three digits. `toLocaleString` loads the locales, which takes longer than a start. */
function count(tokens: number): string {
  return String(tokens).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

function costText({ amount, currency, source, incomplete }: Cost): string {
  const text = currency === 'USD' ? dollars(amount) : `${amount} ${currency}`
  return `${incomplete ? 'at least ' : ''}${text}${source === 'computed' ? ' (computed)' : ''}`
}

function durationText(milliseconds: number): string {
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
