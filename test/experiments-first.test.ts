import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { explain } from '../src/capabilities/explain.ts'
import { createClient } from '../src/run/client.ts'
import { storeResults } from '../src/run/profiles/verified-results.ts'
import { readFixture } from './read-fixture.ts'
import { createMachine, type Machine } from './support/machine.ts'

let machine: Machine
beforeEach(() => {
  machine = createMachine()
  vi.stubEnv('PATH', machine.bin)
  vi.stubEnv('HOME', machine.home)
  vi.stubEnv('CAPSTAN_HOME', machine.capstanHome)
})
afterEach(() => {
  vi.unstubAllEnvs()
  machine.remove()
})

/** Copilot of this version, which answers `initialize` as it was recorded. */
function installCopilot(version: string): void {
  const { result } = readFixture('acp-initialize/copilot.v1.json') as { result: unknown }
  machine.addProgram(
    'copilot',
    `
if (process.argv.includes('--version')) { console.log('GitHub Copilot CLI ${version}.'); process.exit(0) }
const answer = ${JSON.stringify(result)}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id } = JSON.parse(line)
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: { ...answer, agentInfo: { name: 'Copilot', version: '${version}' } } }) + '\\n')
})
`,
  )
}

it('believes a run of this version more than what the version advertises', async () => {
  installCopilot('1.0.102')
  const client = createClient()
  await client.probe('copilot')
  const profile = await client.profile('copilot', { transport: 'acp' })
  expect(profile.facts['prompt.embedded-context']?.support).toBe('unsupported')
  const [decider, next] = explain(profile, 'prompt.file').evidence
  expect(decider?.evidence).toMatchObject({ source: 'observed', support: 'unsupported', origin: 'catalog' })
  expect(next?.evidence).toMatchObject({ source: 'advertised', support: 'unknown' })
})

it('says nothing about what follows from a capability that a check refuted', async () => {
  installCopilot('1.0.102')
  const client = createClient()
  await client.probe('copilot')
  const before = await client.profile('copilot', { transport: 'acp' })
  expect(before.facts['session.close']?.support).toBe('supported')
  expect(before.facts['lifecycle.release']?.support).toBe('supported')
  const evidence = { source: 'observed', support: 'unsupported', scope: { transport: 'acp' } } as const
  const claims = [{ id: 'session.close', evidence }]
  const check = { name: 'close', result: 'refuted', saw: 'no', at: '2026-11-19T10:00:00Z', claims } as const
  storeResults({ agent: 'copilot', program: { version: '1.0.102' }, checks: [check] })
  const { facts } = await client.profile('copilot', { transport: 'acp' })
  expect([facts['session.close']?.support, facts['lifecycle.release']?.support]).toEqual([
    'unsupported',
    'unknown',
  ])
})
