import { describe, expect, it } from 'vitest'
import { tryAgent } from '../../../test/support/contract.ts'
import { createProfile, supportOf } from '../../capabilities/profile.ts'
import { createClient } from '../../run/client.ts'
import type { Scenario } from '../sim/scenario.ts'
import type { ContractReport } from './report.ts'
import { runAgentContract } from './run-contract.ts'
import { contractTable } from './report.ts'
import { manifest } from '../../../test/support/package.ts'

function resultsOf({ checks }: ContractReport): Record<string, string> {
  return Object.fromEntries(checks.map(({ name, result }) => [name, result]))
}

describe('the sim passes the contract', () => {
  it.each([1, 2] as const)('in ACP %i', async (protocol) => {
    const checked: string[] = []
    const report = await tryAgent({ protocol, onCheck: ({ name }) => checked.push(name) })
    expect(resultsOf(report)).toEqual({
      handshake: 'passed',
      text: 'passed',
      thinking: 'passed',
      'tool-read': 'passed',
      'tool-allow': 'passed',
      'tool-deny': 'passed',
      edit: 'passed',
      cancel: 'passed',
      resume: 'passed',
      load: 'passed',
      fork: 'passed',
      list: 'passed',
      close: 'passed',
      delete: 'passed',
      mcp: 'skipped',
      image: 'passed',
      'additional-directory': 'passed',
      model: 'passed',
      effort: 'passed',
      mode: 'passed',
      usage: 'passed',
      'auth-error': 'skipped',
      'rate-limit': 'skipped',
      'server-error': 'skipped',
      crash: 'passed',
    })
    expect(report).toMatchObject({
      agent: 'tried',
      version: manifest.version,
      protocolVersion: protocol,
      counts: { passed: 21, failed: 0, skipped: 4 },
    })
    expect(checked).toEqual(report.checks.map(({ name }) => name))
    expect(JSON.parse(JSON.stringify(report))).toEqual(report)
  })

  it('and reports its observations as evidence', async () => {
    const report = await tryAgent({ checks: ['effort', 'tool-deny'] })
    expect(report.checks).toEqual([
      {
        name: 'tool-deny',
        result: 'passed',
        reason: 'the agent did nothing; shown by a failed tool call, text',
        durationMs: expect.any(Number),
        observed: [
          {
            id: 'tools.approval',
            evidence: {
              source: 'observed',
              support: 'supported',
              value: { required: true },
              at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
              agentVersion: manifest.version,
              origin: 'contract: tool-deny',
            },
          },
        ],
      },
      {
        name: 'effort',
        result: 'passed',
        reason: 'low instead of medium',
        durationMs: expect.any(Number),
        observed: [
          {
            id: 'thinking.effort',
            evidence: {
              source: 'observed',
              support: 'supported',
              value: ['low', 'medium', 'high', 'max'],
              at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
              agentVersion: manifest.version,
              origin: 'contract: effort',
            },
          },
        ],
      },
    ])
    const claims = report.checks.flatMap(({ observed }) => observed)
    const profile = createProfile({ kind: 'agent', id: 'tried', version: manifest.version }, claims)
    expect(supportOf(profile, 'thinking.effort')).toBe('supported')
  })
})

describe('a check is skipped', () => {
  it('when the agent does not advertise the capability', async () => {
    const scenario: Scenario = { initialize: { agentCapabilities: {} } }
    const names = [
      'resume',
      'load',
      'fork',
      'list',
      'close',
      'delete',
      'image',
      'additional-directory',
    ] as const
    const { checks } = await tryAgent({ scenario, checks: names })
    const ids = names.map((name) =>
      name === 'image'
        ? 'prompt.image'
        : `session.${name === 'additional-directory' ? 'additional-directories' : name}`,
    )
    expect(checks.map(({ result, reason }) => [result, reason])).toEqual(
      ids.map((id) => ['skipped', `${id} is not advertised`]),
    )
    expect(checks.map(({ observed }) => observed.map(({ id, evidence }) => [id, evidence.support]))).toEqual(
      ids.map((id) => [[id, 'unsupported']]),
    )
  })

  it('when the agent is not logged in', async () => {
    const scenario: Scenario = { authentication: [{ id: 'key', name: 'Key' }] }
    const { checks } = await tryAgent({ scenario, checks: ['handshake', 'text'] })
    expect(checks.map(({ result }) => result)).toEqual(['passed', 'skipped'])
  })

  it('when the handshake failed', async () => {
    const scenario: Scenario = { initialize: { error: { code: -32603, message: 'no' } } }
    const { checks } = await tryAgent({ scenario, checks: ['handshake', 'text'] })
    expect(checks.map(({ result, reason }) => [result, reason])).toEqual([
      ['failed', 'AGENT_ERROR: tried refused initialize: no'],
      ['skipped', 'no handshake: AGENT_ERROR: tried refused initialize: no'],
    ])
  })

  it('when the contract run is stopped', async () => {
    const controller = new AbortController()
    const { counts, checks } = await tryAgent({
      signal: controller.signal,
      onCheck: () => controller.abort(),
      checks: ['handshake', 'text', 'edit'],
    })
    expect(counts).toEqual({ passed: 1, failed: 0, skipped: 2 })
    expect(checks.at(-1)?.reason).toBe('the contract run was stopped')
  })
})

describe('the caller', () => {
  it('sets a value and runs a turn with it', async () => {
    const { checks } = await tryAgent({
      checks: ['effort', 'mode'],
      settings: { effort: 'max', mode: 'auto' },
      prompts: { effort: 'say hello', mode: 'say hello' },
    })
    expect(checks.map(({ result, reason }) => [result, reason])).toEqual([
      ['passed', 'max instead of medium'],
      ['passed', 'auto instead of ask'],
    ])
  })

  it('gets a failed check when the turn with the setting fails', async () => {
    const { checks } = await tryAgent({
      scenario: { prompts: [[{ step: 'error', code: -32603, message: 'no such effort' }]] },
      checks: ['effort'],
      prompts: { effort: 'say hello' },
    })
    expect(checks.map(({ result, reason }) => [result, reason])).toEqual([
      ['failed', 'AGENT_ERROR: tried refused session/prompt: no such effort'],
    ])
  })

  it('confirms that content reached the model when no event shows it', async () => {
    const asked: string[] = []
    const { checks } = await tryAgent({
      scenario: { prompts: [[{ step: 'tool', title: 'Read', kind: 'read', text: 'nothing' }]] },
      checks: ['tool-read'],
      reached: (text) => asked.push(text) > 0,
    })
    expect(checks.map(({ result, reason }) => [result, reason])).toEqual([
      ['passed', 'the content of note.txt reached the model, but no event shows it'],
    ])
    expect(asked).toEqual([expect.stringMatching(/^contract-/)])
  })
})

it('fails a check that exceeds its time limit', async () => {
  const { checks } = await tryAgent({
    scenario: { prompts: [[{ step: 'hang' }]] },
    checks: ['text'],
    limits: { checkMs: 700 },
  })
  expect(checks.map(({ result, reason }) => [result, reason])).toEqual([
    ['failed', 'the check took longer than 700 ms'],
  ])
})

it('rejects an unknown agent', async () => {
  await expect(runAgentContract({ client: createClient(), agent: 'nobody' })).rejects.toMatchObject({
    code: 'UNKNOWN_AGENT',
  })
})

it('formats a report as a table', () => {
  const about = { durationMs: 1, observed: [] }
  expect(
    contractTable({
      agent: 'tried',
      version: '1.2.3',
      protocolVersion: 2,
      startedAt: '2026-11-15T00:00:00.000Z',
      durationMs: 3,
      counts: { passed: 1, failed: 1, skipped: 0 },
      checks: [
        { ...about, name: 'handshake', result: 'passed', reason: 'ACP 2, well-formed' },
        { ...about, name: 'additional-directory', result: 'failed', reason: 'two\nlines' },
      ],
    }),
  ).toBe(
    'tried 1.2.3, ACP 2, 1 passed, 1 failed, 0 skipped\n' +
      'handshake             passed   ACP 2, well-formed\n' +
      'additional-directory  failed   two lines',
  )
})
