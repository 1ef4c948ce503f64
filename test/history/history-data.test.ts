import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keyOf } from '../../src/agents/history/history-line.ts'
import { loadHistory } from '../../src/agents/history/load-history.ts'
import { parseHistory } from '../../src/agents/history/parse-history.ts'
import { projectRoot } from '../support/package.ts'

const files = globSync('src/agents/catalog/*/history.ndjson', { cwd: projectRoot }).toSorted()
const textOf = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')
const agentOf = (file: string): string => file.split('/').at(-2) ?? ''

it('records the eight agents', () => {
  expect(files.map(agentOf)).toEqual([
    'claude',
    'codex',
    'copilot',
    'gemini',
    'omp',
    'openclaw',
    'opencode',
    'pi',
  ])
})

it.each(files)(
  '%s is well-formed, with at least 25 checks for every version that completed a turn',
  (file) => {
    const lines = parseHistory(textOf(file))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      if (!('checks' in line)) continue
      expect([keyOf(line), Object.keys(line.checks).length >= 25]).toEqual([keyOf(line), true])
      expect([line.checks.handshake, line.checks.session, line.checks.text].flat()).toEqual(
        expect.arrayContaining(['yes']),
      )
      expect(line.checks.text).toBe('yes')
    }
  },
)

it.each(files)('a confirmation in %s has a first run', (file) => {
  const lines = parseHistory(textOf(file))
  const keys = new Set(lines.map((line) => keyOf({ ...line, protocol: 1 })))
  const alone = lines.filter(
    (line) => line.run > 1 && !keys.has(keyOf({ ...line, protocol: 1, run: line.run - 1 })),
  )
  expect(alone.map(keyOf)).toEqual([])
})

it.each(files)('%s names no machine, no address and no date', (file) => {
  expect(textOf(file)).not.toMatch(
    /\/root\/|\/home\/|\/tmp\/|https?:\/\/(?!agentclientprotocol)|127\.0\.0\.1|\d{4}-\d\d-\d\dT/,
  )
})

it('is smaller than 200 KB', () => {
  const bytes = files.reduce((sum, file) => sum + statSync(join(projectRoot, file)).size, 0)
  expect(bytes).toBeLessThan(200 * 1024)
})

it('is only appended to: the last commit is the beginning of each file', ({ skip }) => {
  for (const file of files) {
    let committed: string
    try {
      committed = execFileSync('git', ['show', `HEAD:${file}`], {
        cwd: projectRoot,
        encoding: 'utf8',
        stdio: 'pipe',
      })
    } catch {
      return skip('this copy of the project has no commit with the file')
    }
    expect([file, textOf(file).startsWith(committed)]).toEqual([file, true])
  }
  return undefined
})

it('loads the history of a built-in agent, and of no other name', () => {
  expect(loadHistory('gemini')).toMatchObject({ agent: 'gemini' })
  for (const name of ['goose', 'unknown', '../catalog/gemini', '']) expect(loadHistory(name)).toBe(undefined)
})
