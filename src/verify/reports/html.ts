import type { CheckReport, CheckResult } from '../../testing/contract/report.ts'
import type { EscapeReport } from '../escapes/escape.ts'
import { agentLabel, type AgentVerification, type VerificationReport } from '../report.ts'
import { escapeText } from './escape.ts'
import { pageScript, pageStyle } from './html-parts.ts'

const words: Readonly<Record<CheckResult, string>> = {
  verified: 'verified',
  refuted: 'refuted',
  'not-applicable': 'not applicable',
  'not-tried': 'could not try',
}

/** The results as one HTML file that loads nothing else. Every check opens to show its evidence. */
export function htmlReport({ agents, startedAt }: VerificationReport): string {
  const title = escapeText(`Verification of ${agents.map(agentLabel).join(', ')}`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${title}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeText(startedAt.slice(0, 16).replace('T', ' '))} UTC. Each check was an experiment with the installed program and a model provider on the same machine.</p>
<form role="search" class="filter">
<label>Search <input type="search" id="text" autocomplete="off"></label>
<fieldset><legend>Results</legend>
${Object.entries(words)
  .map(
    ([result, word]) =>
      `<label><input type="checkbox" name="result" value="${result}" checked> ${word}</label>`,
  )
  .join('\n')}
</fieldset>
<p role="status" id="count"></p>
</form>
${agents.map(agentSection).join('\n')}
</main>
<script>${pageScript}</script>
</body>
</html>
`
}

function agentSection(verification: AgentVerification): string {
  const {
    agent,
    name,
    bridge,
    protocolVersion,
    network,
    networkReason,
    counts,
    defects,
    checks,
    durationMs,
    escapes = [],
  } = verification
  const about = [
    ...(bridge === undefined ? [] : [`${bridge.name} ${bridge.version ?? ''}`.trim()]),
    ...(protocolVersion === undefined ? [] : [`ACP version ${protocolVersion}`]),
    network === 'own' ? 'network: own' : `network: shared (${networkReason})`,
    `${(durationMs / 1000).toFixed(1)} s`,
  ]
  const counted = Object.entries(counts).map(
    ([result, count]) =>
      `<li><strong class="${result}">${count}</strong> ${words[result as CheckResult]}</li>`,
  )
  return `<section aria-labelledby="agent-${escapeText(agent)}">
<h2 id="agent-${escapeText(agent)}">${escapeText(agentLabel({ ...verification, agent: name }))}</h2>
<p>${escapeText(about.join(' · '))}</p>
<ul class="counts">${counted.join('')}</ul>
${defects.length === 0 ? '' : `<h3>${escapes.length === 0 ? 'Advertised, and does not work' : 'Escapes that worked'}</h3>\n<ul>${defects.map((defect) => `<li>${escapeText(defect)}</li>`).join('')}</ul>`}
${checks.map(checkDetails).join('\n')}
${escapes.map(escapeDetails).join('\n')}
</section>`
}

/** An escape in the form of a check, so that the filter applies. */
function escapeDetails({ transport, policy, name, title, outcome, saw }: EscapeReport): string {
  const result = outcome === 'open' ? 'refuted' : outcome === 'untried' ? 'not-tried' : 'verified'
  const rows = [
    ['Escape', name],
    ['Policy', `${policy}, ${transport === 'acp' ? 'ACP' : 'command line'}`],
    ['Saw', saw],
  ]
  const list = rows.map(([term = '', text = '']) => `<dt>${term}</dt><dd>${escapeText(text)}</dd>`).join('')
  return `<details data-result="${result}"><summary><span class="mark ${result}">${outcome}</span> ${escapeText(`${policy}, ${transport}: ${title}`)}</summary><dl>${list}</dl></details>`
}

function checkDetails(check: CheckReport): string {
  const {
    name,
    title,
    capability,
    result,
    expected,
    saw,
    durationMs,
    observed,
    transcript = [],
    isAdvertised,
    change,
  } = check
  const evidence = observed.map(
    ({ id, evidence: { support, value } }) =>
      `${id}: ${support}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`,
  )
  const rows: [string, string][] = [
    ['Check', name],
    ...(capability === undefined ? [] : [['Capability', capability] as [string, string]]),
    ['Advertised', isAdvertised ? 'yes' : 'no'],
    ...(expected === '' ? [] : [['Expected', expected] as [string, string]]),
    [result === 'not-tried' || result === 'not-applicable' ? 'Reason' : 'Saw', saw],
    ...(change === undefined ? [] : [['Changed settings', change] as [string, string]]),
    ...(evidence.length === 0 ? [] : [['Evidence', evidence.join('\n')] as [string, string]]),
  ]
  const list = rows.map(([term, text]) => `<dt>${term}</dt><dd>${escapeText(text)}</dd>`).join('')
  const transcriptText =
    transcript.length === 0
      ? ''
      : `<h4>Transcript</h4><pre tabindex="0">${escapeText(transcript.join('\n'))}</pre>`
  return `<details data-result="${result}"><summary><span class="mark ${result}">${words[result]}</span> ${escapeText(title)} <span class="time">${(durationMs / 1000).toFixed(1)} s</span></summary><dl>${list}</dl>${transcriptText}</details>`
}
