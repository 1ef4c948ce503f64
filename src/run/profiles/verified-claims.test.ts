import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { version } from '../../core/version.ts'
import { explain } from '../../capabilities/explain.ts'
import type { Support } from '../../capabilities/evidence.ts'
import { createClient } from '../client.ts'
import { storeResults, type VerifiedProgram } from './verified-results.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-claims-')))
  vi.stubEnv('CAPSTAN_HOME', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

function store(program: VerifiedProgram, id: string, support: Exclude<Support, 'unknown'>): void {
  const evidence = {
    source: 'observed',
    support,
    at: '2026-11-17T10:00:00.000Z',
    scope: { transport: 'acp' },
  } as const
  const check = {
    name: id,
    result: 'refuted',
    saw: 'no',
    at: evidence.at,
    claims: [{ id, evidence }],
  } as const
  storeResults({ agent: 'sim', program, checks: [check] })
}

it('decides by a result of the installed version, also in a client that has answered before', async () => {
  const client = createClient()
  expect((await client.profile('sim')).facts['session.fork']?.support).toBe('supported')
  store({ version }, 'session.fork', 'unsupported')
  expect((await client.profile('sim')).facts['session.fork']?.support).toBe('unsupported')
})

it('lists a result of another version or bridge, which never counts', async () => {
  store({ version: '0.0.9' }, 'session.fork', 'unsupported')
  store({ version, bridge: '1.0.0' }, 'output.audio', 'supported')
  store({ version: '0.0.9' }, 'no.other.evidence', 'supported')
  const profile = await createClient().profile('sim')
  expect(
    ['session.fork', 'output.audio', 'no.other.evidence'].map((id) => explain(profile, id).support),
  ).toEqual(['supported', 'unsupported', 'unknown'])
  const seen = explain(profile, 'session.fork').evidence.find(
    ({ evidence }) => evidence.source === 'observed',
  )
  expect([seen?.outcome, seen?.reason, seen?.evidence.detail]).toEqual([
    'not applicable',
    'applies to version 0.0.9 only',
    'seen on 0.0.9',
  ])
})
