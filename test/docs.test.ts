import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { comparisonProblems } from '../scripts/docs/check/comparison.ts'
import { pages } from '../scripts/docs/pages.ts'
import { unlistedPages } from '../scripts/docs/site/sidebar.ts'
import { agentCatalog } from '../src/agents/catalog.ts'
import type { AgentDefinition } from '../src/agents/definition/definition.ts'
import { projectRoot } from './support/package.ts'

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')

describe('docs', () => {
  it.each(Object.entries(pages))('%s matches the output of `npm run docs`', (path, page) => {
    expect(read(path)).toBe(page())
  })

  it('are all in the navigation of the site', () => {
    expect(unlistedPages(globSync('**/*.md', { cwd: join(projectRoot, 'docs') }))).toEqual([])
  })

  it('say first who needs them', () => {
    const written = globSync(['docs/*.md', 'docs/api/README.md', 'docs/decisions/README.md'], {
      cwd: projectRoot,
    })
    const first = (text: string): string => /^# .+\n\n(.+)/m.exec(text)?.[1] ?? ''
    expect(written.filter((path) => !/^(?:For |Read this page )/.test(first(read(path))))).toEqual([])
  })

  it('prove each cell of the comparison', () => {
    expect(comparisonProblems(read('README.md'), read('docs/comparison.md'))).toEqual([])
  })

  it('name the agents that ask, that take messages into a turn, and that need a bridge', () => {
    const namesOf = (has: (definition: AgentDefinition) => boolean): string[] =>
      Object.values<AgentDefinition>(agentCatalog)
        .filter(has)
        .map(({ name }) => name.replace(/ CLI$/, ''))
    expect(namesOf(({ longRunning }) => longRunning?.asks === true)).toEqual(['Claude Code', 'Codex', 'Pi'])
    expect(namesOf(({ dialog }) => dialog !== undefined)).toEqual(['Claude Code', 'Codex', 'Pi'])
    expect(namesOf(({ acp }) => acp?.bridge !== undefined)).toEqual(['Claude Code', 'Codex', 'Pi'])
    expect(read('docs/run.md')).toContain('only Claude Code, Codex and Pi wait for an answer')
    expect(read('docs/run.md')).toContain('its bridge for ACP is not (Claude Code, Codex, Pi)')
    expect(read('docs/sessions.md')).toContain('on the command line Claude Code, Codex and Pi')
  })

  it('keep the architecture page within 200 lines', () => {
    expect(read('docs/architecture.md').split('\n').length).toBeLessThanOrEqual(200)
  })

  it('give each decision four sections within 40 lines', () => {
    const decisions = globSync('docs/decisions/[0-9]*.md', { cwd: projectRoot }).toSorted()
    const headings = ['## Context', '## Decision', '## Consequences', '## What would change our mind']
    expect(decisions).toHaveLength(13)
    for (const file of decisions) {
      const lines = read(file).split('\n')
      expect({ file, isShort: lines.length <= 40 }).toEqual({ file, isShort: true })
      expect(lines.filter((line) => line.startsWith('## '))).toEqual(headings)
      expect(read('docs/decisions/README.md')).toContain(`[${lines[0]?.replace(/^# \d+\. /, '')}](`)
    }
  })
})
