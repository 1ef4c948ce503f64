import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { array, assert, asyncProperty, constantFrom, record } from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { version } from '../core/version.ts'
import { createClient } from '../run/client.ts'
import { checkNames } from '../testing/contract/check-name.ts'
import type { CheckReport } from '../testing/contract/report.ts'
import { notTried } from './not-tried.ts'
import type { AgentVerification } from './report.ts'
import { storeVerification } from './store-verification.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-stored-')))
  vi.stubEnv('CAPSTAN_HOME', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const startedAt = '2026-11-19T10:00:00.000Z'

function store(...checks: readonly CheckReport[]): void {
  const { definition } = createClient().adapters.get('sim')
  const verification = { agent: 'sim', version, startedAt, isTried: true, checks } as unknown
  const found = { id: 'sim', installed: true, version } as never
  storeVerification(definition, found, verification as AgentVerification)
}

async function supports(transport: 'acp' | 'cli'): Promise<unknown> {
  const { facts } = await createClient().profile('sim', { transport })
  return Object.values(facts).map(({ id, support, value }) => [id, support, value])
}

it('runs each check of the command line in that scope', () => {
  const names = checkNames.filter((name) => name.startsWith('cli-') || name === 'structured-output')
  const scopes = names.map((name) => [name, notTried(name, '', 'stopped').scope])
  expect(scopes).toEqual(names.map((name) => [name, { transport: 'cli' }]))
})

it('stores a result of the command line for the command line only', async () => {
  const before = await supports('acp')
  const scope = { transport: 'cli' } as const
  const observed = { source: 'observed', support: 'supported', scope } as const
  store({
    ...notTried('structured-output', '', 'stopped'),
    result: 'verified',
    observed: [{ id: 'output.structured', evidence: observed }],
  })
  const { facts } = await createClient().profile('sim', { transport: 'cli' })
  expect(facts['output.structured']?.evidence[0]).toEqual({
    ...observed,
    at: startedAt,
    agentVersion: version,
    origin: 'capstan verify: structured-output',
  })
  expect(await supports('acp')).toEqual(before)
})

it('never changes the answer of the other transport, whatever a check saw', async () => {
  const seen = record({
    name: constantFrom(...checkNames),
    result: constantFrom('verified', 'refuted' as const),
    ids: array(constantFrom('output.structured', 'prompt.image', 'session.fork', 'thinking.streaming')),
    support: constantFrom('supported', 'unsupported' as const),
  })
  await assert(
    asyncProperty(array(seen, { minLength: 1, maxLength: 4 }), async (results) => {
      for (const transport of ['acp', 'cli'] as const) {
        rmSync(join(folder, 'verified'), { recursive: true, force: true })
        const before = await supports(transport === 'acp' ? 'cli' : 'acp')
        const checks = results.map(({ name, result, ids, support }) => {
          const report = notTried(name, '', 'stopped')
          const evidence = { source: 'observed', support, scope: report.scope } as const
          return { ...report, result, observed: ids.map((id) => ({ id, evidence })) }
        })
        store(...checks.filter(({ scope }) => scope.transport === transport))
        expect(await supports(transport === 'acp' ? 'cli' : 'acp')).toEqual(before)
      }
    }),
    { numRuns: 40 },
  )
})
