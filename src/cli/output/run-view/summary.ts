import type { StopReason } from '../../../events/finish.ts'
import type { Cost, TokenUsage } from '../../../events/usage.ts'
import { dollars } from '../numbers.ts'
import { shellArgument } from '../shell-argument.ts'

/** The known results of a run. */
export interface RunSummary {
  /** The arguments that name the agent on a command line. */
  agent: string
  /** Why this agent answered, if Capstan chose it or another one was to answer. */
  answered?: string
  stopReason?: StopReason
  tokens?: TokenUsage
  cost?: Cost
  durationMs?: number
  /** Absent if the session cannot be resumed. */
  sessionId?: string
}

/** One line about a finished run, with the command to resume it. */
export function summaryLine(summary: RunSummary): string {
  const { agent, answered, stopReason, tokens, cost, durationMs, sessionId } = summary
  const parts = [
    ...(answered === undefined ? [] : [answered]),
    ...stoppedText(stopReason),
    ...(durationMs === undefined ? [] : [durationText(durationMs)]),
    ...(tokens === undefined ? unknownTokens(stopReason) : tokensText(tokens)),
    ...(cost === undefined ? [] : [costText(cost)]),
    ...(sessionId === undefined ? [] : [`capstan run ${agent} --resume ${shellArgument(sessionId)} "…"`]),
  ]
  return parts.join(' · ')
}

/** Nothing for the normal end, and nothing for an error: the line of the error follows. */
function stoppedText(stopReason: StopReason | undefined): string[] {
  const isObvious = stopReason === undefined || stopReason === 'end-turn' || stopReason === 'error'
  return isObvious ? [] : [`stopped: ${stopReason}`]
}

/** A canceled run used tokens too, but the number is unknown. */
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
      : [`${count(output)} out${thinking === 0 ? '' : ` including ${count(thinking)} thinking`}`]),
  ].join(', ')
  const least = incomplete ? 'at least ' : ''
  if (total === undefined) return parts === '' ? [] : [`tokens ${least}${parts}`]
  return [`${least}${count(total)} tokens${parts === '' ? '' : ` (${parts})`}`]
}

/** Adds thousands separators. `toLocaleString` would load the locales, which is slow. */
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
