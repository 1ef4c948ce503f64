import type { VerifyEvent } from '../../../verify/options.ts'
import type { EscapeReport } from '../../../verify/escapes/escape.ts'
import type { CheckReport, CheckResult } from '../../../testing/contract/report.ts'
import type { Output } from '../../output/output.ts'
import type { Style } from '../../output/style.ts'

/** The words for a result. */
export const resultWords: Readonly<Record<CheckResult, string>> = {
  verified: 'verified',
  refuted: 'refuted',
  'not-applicable': 'not applicable',
  'not-tried': 'could not try',
}

/** Prints a line per check to stderr, except for the checks after a Ctrl-C. */
export function progressPrinter(output: Output): (event: VerifyEvent) => void {
  return (event) => {
    if (event.type === 'agent') {
      const { agent, version, total, network, networkReason } = event
      const about = [agent, version].filter((part) => part !== undefined).join(' ')
      output.note(
        event,
        () => `${output.errorStyle.bold(about)}: ${total} ${total === 1 ? 'check' : 'checks'}`,
      )
      if (network === 'shared') {
        const text = `The agent shares your network, because a separate one cannot be made: ${networkReason}`
        output.note({ agent, network, reason: networkReason }, () => output.errorStyle.warn(text))
      }
    } else if (event.type === 'policy') {
      output.note(event, () => policyLines(event, output.errorStyle))
    } else if (event.type === 'check' && event.check.cause !== 'stopped') {
      output.note(event, () => lineOf(event.check, output.errorStyle))
    }
  }
}

/** How many escapes of a case ended how, such as `40 sandbox, 2 agent`. */
export function escapeCounts(escapes: readonly EscapeReport[]): string {
  const counted = Map.groupBy(escapes, ({ outcome }) => outcome)
  return escapeOutcomes
    .filter((outcome) => counted.has(outcome))
    .map((outcome) => `${counted.get(outcome)?.length} ${outcome}`)
    .join(', ')
}

/** In the order of interest for a reader. */
const escapeOutcomes = ['open', 'untried', 'sandbox', 'agent', 'refused'] as const

function policyLines(event: Extract<VerifyEvent, { type: 'policy' }>, style: Style): string {
  const { transport, policy, escapes } = event
  const bad = escapes.filter(({ outcome }) => outcome === 'open' || outcome === 'untried')
  const name = `${transport === 'acp' ? 'ACP' : 'command line'}, ${policy}`.padEnd(25)
  return [
    `  ${name} ${escapeCounts(escapes)}`,
    ...bad.map(({ outcome, name: escape, saw }) => `    ${style.bad(outcome)} ${escape}: ${saw}`),
  ].join('\n')
}

const widest = Math.max(...Object.values(resultWords).map(({ length }) => length))

function lineOf({ name, result, saw, durationMs, change }: CheckReport, style: Style): string {
  const words = colorOf(result, style)(resultWords[result].padEnd(widest))
  const seconds = `${(durationMs / 1000).toFixed(1)} s`.padStart(7)
  const notes = [
    ...(result === 'verified' ? [] : [saw.replaceAll(/\s+/g, ' ')]),
    ...(change === undefined ? [] : [`with ${change}`]),
  ]
  return `  ${words} ${seconds}  ${name}${notes.length === 0 ? '' : `  ${style.dim(notes.join(' '))}`}`
}

/** The color of a result. */
export function colorOf(result: CheckResult, style: Style): (text: string) => string {
  const colors = {
    verified: style.good,
    refuted: style.bad,
    'not-applicable': style.dim,
    'not-tried': style.warn,
  }
  return colors[result]
}
