import type { StopReason } from '../../../events/finish.ts'
import type { Cost, TokenUsage } from '../../../events/usage.ts'
import { dollars } from '../numbers.ts'
import { shellWord } from '../shell-word.ts'

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
    ...(tokens === undefined ? [] : tokensText(tokens)),
    ...(cost === undefined ? [] : [costText(cost)]),
    ...(sessionId === undefined ? [] : [`capstan run ${agent} --resume ${shellWord(sessionId)} "…"`]),
  ]
  return parts.join(' · ')
}

function tokensText({ total, input, output }: TokenUsage): string[] {
  const halves = [
    ...(input === undefined ? [] : [`${count(input)} in`]),
    ...(output === undefined ? [] : [`${count(output)} out`]),
  ].join(', ')
  if (total === undefined) return halves === '' ? [] : [`tokens ${halves}`]
  return [`${count(total)} tokens${halves === '' ? '' : ` (${halves})`}`]
}

/** With a comma before every three digits. `toLocaleString` loads the locales, which takes longer than a start. */
function count(tokens: number): string {
  return String(tokens).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

function costText({ amount, currency }: Cost): string {
  return currency === 'USD' ? dollars(amount) : `${amount} ${currency}`
}

function durationText(milliseconds: number): string {
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
