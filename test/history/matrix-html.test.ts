import { expect, it } from 'vitest'
import { matrixPage } from '../../scripts/docs/matrix-page.ts'
import { matrixHtml } from '../../scripts/history/html/matrix-html.ts'
import type { TriedLine } from '../../src/agents/history/history-line.ts'
import { historyOf } from '../../src/agents/history/timeline.ts'

const line = { series: 'program', transport: 'acp', protocol: 1, run: 1, claims: [] } as const
const lines: TriedLine[] = [
  { ...line, program: '0.30.0', checks: { text: 'yes', model: ['no', 'no <b>setting</b> & "none"'] } },
  { ...line, program: '0.39.1', checks: { text: 'yes', model: 'yes' }, claims: ['field.models'] },
]
const history = historyOf('gemini', lines)

it('writes one page without external resources', () => {
  const page = matrixHtml([history])
  expect(page).not.toMatch(/<(?:link|img|iframe)\b|\b(?:src|href)=|url\(|@import|https?:/)
  expect(page).toContain(`default-src 'none'`)
})

it('shows every cell with its evidence as text, never as markup', () => {
  const page = matrixHtml([history])
  expect(page).toContain('data-title="Gemini CLI 0.30.0: model, no"')
  expect(page).toContain('data-seen="no &lt;b&gt;setting&lt;/b&gt; &amp; &quot;none&quot;."')
  expect(page).not.toContain('<b>setting')
  expect(page).toContain('<td>works since a version between 0.30.0 and 0.39.1</td>')
  expect(page).toContain('<li><code>field.models</code> appeared between 0.30.0 and 0.39.1</li>')
})

it('marks rows that changed, for the filter', () => {
  const rows = [...matrixHtml([history]).matchAll(/<tr data-check="(\S+)[^"]*" data-changes="(\d)">/g)]
  expect(rows.map(([, check, changes]) => [check, changes])).toEqual([
    ['text', '0'],
    ['model', '1'],
  ])
})

it('generates a document with every recorded agent', () => {
  const page = matrixPage()
  for (const name of ['Claude Code', 'Codex CLI', 'Gemini CLI', 'OpenCode', 'Pi', 'Oh My Pi', 'OpenClaw']) {
    expect(page).toContain(`\n## ${name}\n`)
  }
})
