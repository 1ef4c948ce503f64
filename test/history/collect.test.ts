import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HistoryAgent, historyAgents } from '../../scripts/history/agents.ts'
import { collectPair, linesOf, readLines } from '../../scripts/history/collect.ts'
import { jobNetwork } from '../../src/verify/place/own-network.ts'
import { projectRoot } from '../support/package.ts'

const folder = mkdtempSync(join(tmpdir(), 'capstan-collect-'))
afterAll(() => {
  process.env['HOME'] = userHome
  rmSync(folder, { recursive: true, force: true })
})
const file = join(folder, 'history.ndjson')
const installed = join(folder, 'lane')
/** The homes of agents are made in the home of the user. */
const userHome = process.env['HOME']

/** An agent that is installed from a local package, with the provider setup of OpenCode. */
let agent: HistoryAgent
beforeAll(() => {
  process.env['HOME'] = folder
  const fixture = join(projectRoot, 'test/fixtures/history-agent')
  execFileSync('npm', ['pack', fixture, '--pack-destination', folder], { stdio: 'ignore' })
  const own = {
    packages: () => [join(folder, 'history-agent-1.2.3.tgz')],
    files: ['.bin/history-agent'],
  }
  agent = { ...(historyAgents['opencode'] as HistoryAgent), recipes: [own], arguments: [[]] }
})

it('installs a package, tries every check and appends one line', { timeout: 300_000 }, async ({ skip }) => {
  const network = await jobNetwork()
  if (network.kind === 'shared') return skip(network.reason)
  const wanted = { agent, series: 'program', version: '1.2.3' } as const
  const [line, ...others] = await collectPair(wanted, { folder: installed, run: 1, file })
  expect(others).toEqual([])
  expect(line).toMatchObject({ series: 'program', program: '1.2.3', protocol: 1, transport: 'acp', run: 1 })
  if (line === undefined || !('checks' in line)) throw new Error(JSON.stringify(line))
  const results = Object.entries(line.checks).map(([name, cell]) => [name, [cell].flat()[0]])
  const yes = results.flatMap(([name, result]) => (result === 'yes' ? [name] : []))
  expect(yes).toEqual(['handshake', 'session', 'text', 'streamed', 'auth-error'])
  expect(results).toHaveLength(27)
  expect(line.checks.fork).toEqual(['no', 'session.fork is not advertised'])
  expect(line.checks['tool-deny']).toEqual(['no', expect.stringContaining('neither asked nor wrote')])
  // Nothing remains of the installation, the homes and the caches.
  expect(readdirSync(installed)).toEqual([])
  expect(readdirSync(folder).filter((name) => name.startsWith('.capstan-'))).toEqual([])
  expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(line)}\n`)
  expect(linesOf(await readLines(file), wanted)).toEqual([line])
  return undefined
})

it('records a version that cannot be installed as not tried', { timeout: 120_000 }, async () => {
  const missing = {
    ...agent,
    recipes: [{ packages: () => [join(folder, 'none.tgz')], files: ['.bin/none'] }],
  }
  const lines = await collectPair(
    { agent: missing, series: 'program', version: '9.9.9' },
    { folder: installed, run: 1, file },
  )
  expect(lines).toEqual([
    {
      series: 'program',
      program: '9.9.9',
      transport: 'acp',
      run: 1,
      class: 'not-installable',
      reason: expect.stringContaining('npm ENOENT') as string,
    },
  ])
})
