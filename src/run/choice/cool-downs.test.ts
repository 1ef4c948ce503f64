import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claude } from '../../agents/catalog/claude/definition.ts'
import { codex } from '../../agents/catalog/codex/definition.ts'
import { coolDown, coolDownOf } from './cool-downs.ts'

let home: string
const homeBefore = process.env['CAPSTAN_HOME']
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'capstan-home-'))
  process.env['CAPSTAN_HOME'] = home
})
afterEach(() => {
  if (homeBefore === undefined) delete process.env['CAPSTAN_HOME']
  else process.env['CAPSTAN_HOME'] = homeBefore
  rmSync(home, { recursive: true, force: true })
})

const now = Date.parse('2026-11-17T20:00:00.000Z')
const account = { definition: claude, env: { ANTHROPIC_API_KEY: 'sk-ant-secret' } }

it('lasts until the time that the provider names', () => {
  coolDown(account, { reason: 'rate-limit', resetsAt: '2026-11-17T21:00:00.000Z', now })
  const known = { until: '2026-11-17T21:00:00.000Z', isReported: true, reason: 'rate-limit' }
  expect(coolDownOf(account, now)).toEqual(known)
  expect(coolDownOf(account, now + 3_600_000)).toBe(undefined)
})

it.each([undefined, 'soon', '2026-11-17T19:00:00.000Z', '2031-01-01T00:00:00.000Z'])(
  'lasts one minute if the provider names %s',
  (resetsAt) => {
    coolDown(account, { reason: 'overload', resetsAt, now })
    const known = { until: '2026-11-17T20:01:00.000Z', isReported: false, reason: 'overload' }
    expect(coolDownOf(account, now)).toEqual(known)
  },
)

it('belongs to one account of one agent, and stores no secret', () => {
  coolDown(account, { reason: 'quota', now })
  expect(coolDownOf({ definition: claude, env: { ANTHROPIC_API_KEY: 'sk-ant-other' } }, now)).toBe(undefined)
  expect(coolDownOf({ definition: codex, env: account.env }, now)).toBe(undefined)
  expect(readFileSync(join(home, 'cool-downs.json'), 'utf8')).not.toContain('secret')
})
