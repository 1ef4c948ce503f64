import type { CheckReport } from '../../testing/contract/report.ts'
import type { EscapeOutcome, EscapeReport } from '../escapes/escape.ts'
import { agentLabel, type AgentVerification, type VerificationReport } from '../report.ts'
import { escapeText } from './escape.ts'

/**
 * The results as JUnit XML: a refuted check is a failure, a check that does not apply is skipped. A check that could not
 * be tried is skipped too, and an error if no check of the agent could be tried.
 */
export function junitReport({ agents, durationMs }: VerificationReport): string {
  const suites = agents.map(suiteOf)
  const head = '<?xml version="1.0" encoding="UTF-8"?>'
  return [
    head,
    `<testsuites name="capstan verify" time="${seconds(durationMs)}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

function suiteOf(verification: AgentVerification): string {
  const { agent, checks, counts, startedAt, durationMs, network, isTried, escapes = [] } = verification
  const countOf = (outcome: EscapeOutcome): number => escapes.filter((one) => one.outcome === outcome).length
  const isUntried = !isTried
  const errors = isUntried ? counts['not-tried'] : 0
  const skipped = counts['not-applicable'] + counts['not-tried'] - errors
  const about = [
    `name="${escapeText(agentLabel(verification))}"`,
    `tests="${checks.length + escapes.length}" failures="${counts.refuted + countOf('open')}" errors="${errors + countOf('untried')}" skipped="${skipped}"`,
    `timestamp="${startedAt.slice(0, 19)}" time="${seconds(durationMs)}"`,
  ]
  return [
    `  <testsuite ${about.join(' ')}>`,
    `    <properties><property name="network" value="${network}"/></properties>`,
    ...checks.map((check) => caseOf(check, { agent, isUntried })),
    ...escapes.map((escape) => escapeCase(escape, agent)),
    '  </testsuite>',
  ].join('\n')
}

function caseOf(check: CheckReport, { agent, isUntried }: { agent: string; isUntried: boolean }): string {
  const { name, title, durationMs, change } = check
  const about = `classname="capstan.verify.${escapeText(agent)}" name="${escapeText(`${name}: ${title}`)}" time="${seconds(durationMs)}"`
  const changed =
    change === undefined
      ? []
      : [`<properties><property name="changed settings" value="${escapeText(change)}"/></properties>`]
  const parts = [...changed, bodyOf(check, isUntried)].filter((part) => part !== '')
  const inside = parts.map((part) => `\n      ${part}`).join('')
  return inside === '' ? `    <testcase ${about}/>` : `    <testcase ${about}>${inside}\n    </testcase>`
}

function escapeCase({ transport, policy, name, title, outcome, saw }: EscapeReport, agent: string): string {
  const about = `classname="capstan.escapes.${escapeText(agent)}.${transport}.${policy}" name="${escapeText(`${name}: ${title}`)}"`
  if (outcome === 'open')
    return `    <testcase ${about}>\n      <failure type="open" ${message(saw)}/>\n    </testcase>`
  if (outcome === 'untried')
    return `    <testcase ${about}>\n      <error type="untried" ${message(saw)}/>\n    </testcase>`
  return `    <testcase ${about}>\n      <properties><property name="held by" value="${outcome}"/></properties>\n    </testcase>`
}

function bodyOf({ result, expected, saw, transcript = [] }: CheckReport, isUntried: boolean): string {
  switch (result) {
    case 'verified':
      return ''
    case 'refuted': {
      const text = [`expected: ${expected}`, `saw: ${saw}`, ...transcript].join('\n')
      return `<failure type="refuted" ${message(saw)}>${escapeText(text)}</failure>`
    }
    case 'not-applicable':
      return `<skipped ${message(`not applicable: ${saw}`)}/>`
    case 'not-tried':
      return isUntried
        ? `<error type="not-tried" ${message(`could not try: ${saw}`)}/>`
        : `<skipped ${message(`could not try: ${saw}`)}/>`
  }
}

function message(text: string): string {
  return `message="${escapeText(text)}"`
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
