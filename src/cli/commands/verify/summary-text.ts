import type { AgentVerification, VerificationReport } from '../../../verify/report.ts'
import type { Output } from '../../output/output.ts'
import { wrapText } from '../../output/wrap.ts'
import { colorOf, escapeCounts, resultWords } from './progress-lines.ts'

/** The results as text: counts, defects, and why checks could not be tried. */
export function summaryText({ agents, durationMs }: VerificationReport, output: Output): string {
  if (agents.length === 0) return 'Nothing to verify.'
  const parts = agents.map((verification) => agentText(verification, output))
  return [...parts, output.style.dim(`${(durationMs / 1000).toFixed(1)} s`)].join('\n')
}

function agentText(verification: AgentVerification, { style, width }: Output): string {
  const { agent, version, counts, defects, checks, escapes } = verification
  const about = style.bold([agent, version].filter((part) => part !== undefined).join(' '))
  const words = Object.entries(counts)
    .filter(([result, count]) => count > 0 || result === 'verified')
    .map(([result, count]) => `${count} ${resultWords[result as keyof typeof resultWords]}`)
  const indented = (text: string): string =>
    wrapText(text.replaceAll(/\s+/g, ' '), width - 2)
      .map((line) => `  ${line}`)
      .join('\n')
  const others = checks.filter(({ result, isAdvertised }) => result === 'refuted' && !isAdvertised)
  const untried = Map.groupBy(
    checks.filter(({ result }) => result === 'not-tried'),
    ({ saw }) => saw,
  )
  return [
    `${about}: ${escapes === undefined ? words.join(', ') : escapeCounts(escapes)}`,
    ...defects.map((defect) => colorOf('refuted', style)(indented(defect))),
    ...untriedEscapes(escapes).map(indented),
    ...others.map(({ name, expected, saw }) => indented(`${name}: expected ${expected}; saw ${saw}`)),
    ...Array.from(untried, ([saw, same]) =>
      colorOf(
        'not-tried',
        style,
      )(indented(`could not try ${same.map(({ name }) => name).join(', ')}: ${saw}`)),
    ),
  ].join('\n')
}

function untriedEscapes(escapes: AgentVerification['escapes'] = []): string[] {
  return escapes
    .filter(({ outcome }) => outcome === 'untried')
    .map(({ transport, policy, name, saw }) => `could not try ${name} (${transport}, ${policy}): ${saw}`)
}
