import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type StoredCheck, storeResults, verifiedResults, verifiedStamp } from './verified-results.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-verified-')))
  vi.stubEnv('CAPSTAN_HOME', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const check = (name: string, saw: string): StoredCheck => ({
  name,
  result: 'verified',
  saw,
  at: '2026-11-17T10:00:00.000Z',
  claims: [
    {
      id: `session.${name}`,
      evidence: { source: 'observed', support: 'supported', scope: { transport: 'acp' } },
    },
  ],
})
const files = (): string[] => readdirSync(join(folder, 'verified/claude'))
const names = (): string[][] =>
  verifiedResults('claude').map(({ checks }) => checks.map(({ name }) => name).toSorted())

it('has no results and no stamp before the first verification', () => {
  expect([verifiedResults('claude'), verifiedStamp('claude')]).toEqual([[], ''])
  expect(readdirSync(folder)).toEqual([])
})

it('keeps the newest result of each check and removes files that hold no newest result', () => {
  const program = { version: '2.1.325', bridge: '0.99.1' }
  storeResults({ agent: 'claude', program, checks: [check('fork', 'first'), check('list', 'first')] })
  storeResults({ agent: 'claude', program, checks: [check('fork', 'second')] })
  const [results] = verifiedResults('claude')
  expect(results?.checks.map(({ name, saw }) => [name, saw])).toEqual([
    ['fork', 'second'],
    ['list', 'first'],
  ])
  expect(files()).toHaveLength(2)
  storeResults({ agent: 'claude', program, checks: [check('fork', 'third'), check('list', 'third')] })
  expect(files()).toHaveLength(1)
})

it('keeps programs apart by version, bridge and command', () => {
  const programs = [
    { version: '2.1.325' },
    { version: '2.1.325', bridge: '0.99.1' },
    { version: '2.1.326', bridge: '0.99.1' },
    { version: '2.1.325', command: 'a' },
  ]
  for (const program of programs) storeResults({ agent: 'claude', program, checks: [check('fork', 'yes')] })
  expect(verifiedResults('claude').map(({ program }) => program)).toEqual(programs.toReversed())
})

it('ignores corrupt and foreign files', () => {
  storeResults({ agent: 'claude', program: { version: '1' }, checks: [check('fork', 'yes')] })
  const write = (name: string, text: string): void =>
    writeFileSync(join(folder, 'verified/claude', name), text)
  write('9-half.json', '{"agent":"claude","program":{"version":"1"},"checks":[{"name":"fo')
  write(
    '9-claims.json',
    '{"agent":"claude","program":{},"checks":[{"name":"a","result":"verified","saw":"","at":"","claims":[{"id":"x","evidence":{"support":"maybe"}}]}]}',
  )
  write('9-list.json', '[]')
  write('9-draft.json.01M7', 'draft')
  expect(names()).toEqual([['fork']])
})

it('keeps at most 20 programs', () => {
  for (let version = 1; version <= 25; version += 1) {
    storeResults({ agent: 'claude', program: { version: `1.0.${version}` }, checks: [check('fork', 'yes')] })
  }
  expect(files()).toHaveLength(20)
  expect(verifiedResults('claude')[0]?.program.version).toBe('1.0.25')
})

it('loses no result of concurrent writers', { timeout: 120_000 }, async () => {
  const module = JSON.stringify(new URL('verified-results.ts', import.meta.url).href)
  const writers = ['a', 'b', 'c', 'd'].map((name) => {
    const checks = JSON.stringify(Array.from({ length: 10 }, (_, index) => check(`${name}${index}`, 'yes')))
    const script = `import { storeResults } from ${module}
for (const check of ${checks}) storeResults({ agent: 'claude', program: { version: '1' }, checks: [check] })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, CAPSTAN_HOME: folder },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    return new Promise((resolve) => child.once('exit', resolve))
  })
  expect(await Promise.all(writers)).toEqual([0, 0, 0, 0])
  const all = ['a', 'b', 'c', 'd'].flatMap((name) =>
    Array.from({ length: 10 }, (_, index) => `${name}${index}`),
  )
  expect(names()).toEqual([all])
})
