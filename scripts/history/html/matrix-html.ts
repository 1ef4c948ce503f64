import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentCatalog } from '../../../src/agents/catalog.ts'
import { type HistoryCheck, historyChecks } from '../../../src/agents/history/history-check.ts'
import { loadHistory } from '../../../src/agents/history/load-history.ts'
import type {
  AgentHistory,
  CheckTimeline,
  HistorySeries,
  TimelineCell,
} from '../../../src/agents/history/timeline.ts'

const outcomeTexts: Readonly<Record<TimelineCell['outcome'], string>> = {
  yes: 'yes',
  no: 'no',
  'not-applicable': 'n/a',
  'could-not-try': 'not tried',
  disputed: 'disputed',
}

/** All recorded histories, or those given, as one HTML page without external resources. */
export function matrixHtml(histories: readonly AgentHistory[] = recorded()): string {
  const total = histories.reduce((sum, { tried }) => sum + tried, 0)
  const options = histories.map(
    ({ agent }) => `<option value="${escaped(agent)}">${escaped(nameOf(agent))}</option>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>What each version of a coding agent can do</title>
<style>${read('matrix.css')}</style>
</head>
<body>
<h1>What each version of a coding agent can do</h1>
<p class="quiet">${total} versions of ${histories.length} agents, tried with a model provider on loopback. Every "no" was seen twice, the
second time alone in a new process. Versions between two columns were not tried. Select a cell to see the evidence.</p>
<div class="filter" role="search">
<label>Agent<select id="agent"><option value="">all</option>${options.join('')}</select></label>
<label>Check<input id="text" type="search" placeholder="such as fork"></label>
<label class="inline"><input id="changed" type="checkbox">only what changed</label>
</div>
${histories.map(agentHtml).join('\n')}
<aside id="evidence" aria-live="polite" aria-label="Evidence" hidden>
<button type="button" id="close" aria-label="Close the evidence">×</button>
<p><strong id="evidence-title"></strong></p><p id="evidence-text"></p>
</aside>
<script type="module">${read('matrix-client.js')}</script>
</body>
</html>
`
}

function recorded(): AgentHistory[] {
  return Object.keys(agentCatalog).flatMap((id) => loadHistory(id) ?? [])
}

function agentHtml({ agent, tried, series, untried }: AgentHistory): string {
  const missing = untried.map(
    ({ version, class: found, reason }) =>
      `<tr><th scope="row">${escaped(version)}</th><td>${escaped(found)}</td><td>${escaped(reason)}</td></tr>`,
  )
  return `<section data-agent="${escaped(agent)}">
<h2>${escaped(nameOf(agent))}</h2>
<p class="quiet">${tried} ${tried === 1 ? 'version' : 'versions'} tried</p>
${series.map((each) => seriesHtml(agent, each)).join('\n')}
${missing.length === 0 ? '' : `<div class="scroll"><table><caption>Could not be tried</caption><tbody>${missing.join('')}</tbody></table></div>`}
</section>`
}

function seriesHtml(
  agent: string,
  { series, bridge, protocol, versions, programs, checks, changes }: HistorySeries,
): string {
  const subject = series === 'bridge' ? 'Bridge, with the program it brings' : 'Program'
  const caption = `${subject}${bridge === undefined ? '' : ` with bridge ${bridge}`}, ACP ${protocol}`
  const heads = versions.map((version, index) => {
    const brought = programs?.[index] === undefined ? '' : ` title="brings ${escaped(programs[index])}"`
    return `<th scope="col"${brought}>${escaped(version)}</th>`
  })
  const claims = changes.filter(({ kind }) => kind === 'claim')
  const offers = claims.map(
    ({ what, direction, after, by }) =>
      `<li><code>${escaped(what)}</code> ${direction} between ${escaped(after)} and ${escaped(by)}</li>`,
  )
  const changed = new Set(changes.map(({ what }) => what))
  const rows = checks.map((check) => rowHtml({ agent, versions, check, isChanged: changed.has(check.check) }))
  return `<div class="scroll"><table><caption>${escaped(caption)}</caption>
<thead><tr><th scope="col">Check</th>${heads.join('')}<th scope="col">Summary</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>
${offers.length === 0 ? '' : `<details><summary>${offers.length} changes of what it offers</summary><ul>${offers.join('')}</ul></details>`}`
}

interface Row {
  agent: string
  versions: readonly string[]
  check: CheckTimeline
  isChanged: boolean
}

function rowHtml({ agent, versions, check: { check, summary, cells }, isChanged }: Row): string {
  const meaning = historyChecks[check as HistoryCheck]
  const found = versions.map((version) => {
    const cell = cells.find((each) => each.version === version)
    if (cell === undefined) return '<td></td>'
    const title = `${nameOf(agent)} ${version}: ${check}, ${outcomeTexts[cell.outcome]}`
    const runs = cell.runs > 1 ? ` Seen in ${cell.runs} installations.` : ''
    const seen = `${cell.seen ?? `${meaning}: ${outcomeTexts[cell.outcome]}`}.${runs}`
    return `<td><button type="button" class="${cell.outcome}" data-title="${escaped(title)}" data-seen="${escaped(seen)}">${outcomeTexts[cell.outcome]}</button></td>`
  })
  const names = `${check} ${meaning}`
  return `<tr data-check="${escaped(names)}" data-changes="${isChanged ? 1 : 0}"><th scope="row" title="${escaped(meaning)}">${escaped(check)}</th>${found.join('')}<td>${escaped(summary)}</td></tr>`
}

function nameOf(agent: string): string {
  return Object.hasOwn(agentCatalog, agent) ? agentCatalog[agent as keyof typeof agentCatalog].name : agent
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
}
