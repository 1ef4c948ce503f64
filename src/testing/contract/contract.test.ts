import { describe, expect, it } from 'vitest'
import { tryAgent } from '../../../test/support/contract.ts'
import { createProfile, supportOf } from '../../capabilities/profile.ts'
import { createClient } from '../../run/client.ts'
import type { Scenario } from '../sim/scenario.ts'
import type { ContractReport } from './report.ts'
import { runAgentContract } from './run-contract.ts'
import { contractTable } from './report.ts'
import { manifest } from '../../../test/support/package.ts'

function namesBy({ checks }: ContractReport): Record<string, string[]> {
  const results = ['verified', 'refuted', 'not-applicable', 'not-tried']
  const names = (result: string): string[] =>
    checks.flatMap((check) => (check.result === result ? [check.name] : []))
  return Object.fromEntries(results.map((result) => [result, names(result)]))
}

describe('the sim passes the contract', () => {
  it.each([1, 2] as const)('in ACP %i', { timeout: 300_000 }, async (protocol) => {
    const checked: string[] = []
    const report = await tryAgent({
      protocol,
      concurrency: 2,
      onCheck: ({ name }) => checked.push(name),
    })
    expect(namesBy(report)).toEqual({
      verified: [
        'handshake',
        'text',
        'streamed',
        'thinking',
        'image',
        'tool-read',
        'tool-allow',
        'tool-deny',
        'tool-kinds',
        'edit',
        'shell-output',
        'shell-deny',
        'policy-deny',
        'policy-allow-reads',
        'additional-directory',
        'plan',
        'commands',
        'parallel-sessions',
        'cancel',
        'resume',
        'load',
        'fork',
        'list',
        'close',
        'delete',
        'model',
        'effort',
        'mode',
        'usage',
        'crash',
        'orphans',
        'secrets-in-arguments',
      ],
      refuted: [],
      'not-applicable': [
        'audio',
        'tool-call-streaming',
        'mcp',
        'mcp-http',
        'system-prompt',
        'cli-text',
        'cli-resume',
        'cli-streamed',
        'cli-thinking',
        'cli-events',
        'cli-tool-call-streaming',
        'cli-image',
        'cli-additional-directory',
        'cli-max-turns',
        'cli-agents-md',
      ],
      // Without a model provider nothing shows what reaches the model, and nothing fails on cue.
      'not-tried': [
        'long-output',
        'long-prompt',
        'embedded-resource',
        'resource-link',
        'structured-output',
        'subagents',
        'agents-md',
        'skills',
        'multi-turn',
        'steer',
        'billed-tokens',
        'cost',
        'auth-error',
        'rate-limit',
        'server-error',
        'overloaded',
        'cut-stream',
      ],
    })
    expect(report).toMatchObject({
      agent: 'tried',
      version: manifest.version,
      protocolVersion: protocol,
      counts: { verified: 32, refuted: 0, 'not-applicable': 15, 'not-tried': 17 },
    })
    expect(checked.toSorted()).toEqual(report.checks.map(({ name }) => name).toSorted())
    expect(JSON.parse(JSON.stringify(report))).toEqual(report)
  })

  it('and reports its observations as evidence', async () => {
    const report = await tryAgent({ checks: ['effort', 'tool-deny'] })
    expect(report.checks).toEqual([
      {
        name: 'tool-deny',
        result: 'verified',
        scope: { transport: 'acp', protocolVersion: 1 },
        title: 'the model writes a file, and permission is denied',
        capability: 'tools.approval',
        expected: 'no denied.txt on the disk, and a sign of the denial',
        isAdvertised: false,
        saw: 'the agent did nothing; shown by a failed tool call, text',
        durationMs: expect.any(Number),
        observed: [
          {
            id: 'tools.approval',
            evidence: {
              source: 'observed',
              support: 'supported',
              scope: { transport: 'acp', protocolVersion: 1 },
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
        result: 'verified',
        scope: { transport: 'acp', protocolVersion: 1 },
        title: 'a session is set to every effort level of its model, with a turn at each',
        capability: 'thinking.effort',
        expected:
          'the session reports each level, and each arrives at the provider, unchanged or as the definition says',
        isAdvertised: false,
        saw: 'low, medium, high, max',
        durationMs: expect.any(Number),
        observed: [
          {
            id: 'thinking.effort',
            evidence: {
              source: 'observed',
              support: 'supported',
              scope: { transport: 'acp', protocolVersion: 1 },
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

describe('a check does not run', () => {
  it('when the agent does not advertise the capability', { timeout: 120_000 }, async () => {
    const scenario: Scenario = { initialize: { agentCapabilities: {} } }
    const names = [
      'image',
      'additional-directory',
      'resume',
      'load',
      'fork',
      'list',
      'close',
      'delete',
    ] as const
    const { checks } = await tryAgent({ scenario, checks: names })
    const ids = names.map((name) =>
      name === 'image'
        ? 'prompt.image'
        : `session.${name === 'additional-directory' ? 'additional-directories' : name}`,
    )
    expect(checks.map(({ result, saw }) => [result, saw])).toEqual(
      ids.map((id) => ['not-applicable', `${id} is not advertised`]),
    )
    expect(checks.map(({ observed }) => observed.map(({ id, evidence }) => [id, evidence.support]))).toEqual(
      ids.map((id) => [[id, 'unsupported']]),
    )
  })

  it('when the agent is not logged in', async () => {
    const scenario: Scenario = { authentication: [{ id: 'key', name: 'Key' }] }
    const { checks } = await tryAgent({ scenario, checks: ['handshake', 'text'] })
    expect(checks.map(({ result }) => result)).toEqual(['verified', 'not-tried'])
  })

  it('when the handshake failed', async () => {
    const scenario: Scenario = { initialize: { error: { code: -32603, message: 'no' } } }
    const { checks } = await tryAgent({ scenario, checks: ['handshake', 'text'] })
    expect(checks.map(({ result, saw }) => [result, saw])).toEqual([
      ['refuted', 'AGENT_ERROR: tried refused initialize: no'],
      ['not-tried', 'no handshake: AGENT_ERROR: tried refused initialize: no'],
    ])
  })

  it('when the agent sends no request to the model provider', async () => {
    const { checks } = await tryAgent({
      checks: ['handshake', 'text', 'edit'],
      provider: { requests: () => [] },
    })
    expect(checks.map(({ result, cause }) => [result, cause])).toEqual([
      ['verified', undefined],
      ['verified', undefined],
      ['not-tried', 'no-provider'],
    ])
  })

  it('when the first turn fails, and says why', async () => {
    const scenario: Scenario = {
      prompts: [[{ step: 'stderr', text: 'error: unknown option --json' }, { step: 'end-turn-empty' }]],
      only: 'hello',
    }
    const { checks } = await tryAgent({ scenario, checks: ['fork'] })
    expect(checks.map(({ result, cause, saw }) => [result, cause, saw])).toEqual([
      [
        'not-tried',
        'our-flag',
        'no first turn: the turn ended with end-turn and no text; stderr: error: unknown option --json',
      ],
    ])
  })

  it('when the contract run is stopped', async () => {
    const controller = new AbortController()
    const { counts, checks } = await tryAgent({
      signal: controller.signal,
      onCheck: () => controller.abort(),
      checks: ['handshake', 'text', 'edit'],
    })
    expect(counts).toEqual({ verified: 1, refuted: 0, 'not-applicable': 0, 'not-tried': 2 })
    expect(checks.at(-1)?.saw).toBe('the contract run was stopped')
  })
})

describe('the caller', () => {
  it('sets a value and runs a turn with it', async () => {
    const { checks } = await tryAgent({
      checks: ['model', 'mode'],
      settings: { model: 'sim-large', mode: 'auto' },
      prompts: { model: 'say hello', mode: 'say hello' },
    })
    expect(checks.map(({ result, saw }) => [result, saw])).toEqual([
      ['verified', 'sim-large instead of sim-small'],
      ['verified', 'auto instead of ask'],
    ])
  })

  it('gets a refuted claim when the turn with the setting fails', async () => {
    const { checks } = await tryAgent({
      scenario: {
        prompts: [[{ step: 'error', code: -32603, message: 'no such effort' }]],
        only: 'say it low',
      },
      checks: ['effort'],
      prompts: { effort: 'say it low' },
    })
    expect(checks.map(({ result, saw }) => [result, saw])).toEqual([
      ['refuted', 'AGENT_ERROR: tried refused session/prompt: no such effort'],
    ])
  })
})

it('cannot try a check that exceeds its time limit', async () => {
  const { checks } = await tryAgent({
    scenario: { prompts: [[{ step: 'hang' }]] },
    checks: ['text'],
    limits: { checkMs: 700 },
  })
  expect(checks.map(({ result, saw }) => [result, saw])).toEqual([
    ['not-tried', 'the check took longer than 700 ms'],
  ])
})

it('rejects an unknown agent', async () => {
  await expect(runAgentContract({ client: createClient(), agent: 'nobody' })).rejects.toMatchObject({
    code: 'UNKNOWN_AGENT',
  })
})

it('repeats a check that saw no effect, and reports the second outcome', async () => {
  const tried: string[] = []
  const { checks } = await tryAgent({
    scenario: { prompts: [[{ step: 'text', text: 'not now' }]], only: 'write edited' },
    checks: ['edit'],
    options: {
      onMessage: (_, message) => {
        if (JSON.stringify(message).includes('write edited')) tried.push('edit')
      },
    },
  })
  expect(checks.map(({ result }) => result)).toEqual(['refuted'])
  expect(tried.length).toBeGreaterThanOrEqual(2)
})

it('attaches what the agent sent to a refuted claim, without secrets', async () => {
  const { checks } = await tryAgent({
    scenario: { prompts: [[{ step: 'text', text: 'the key is sesame-4711' }]], only: 'write edited' },
    checks: ['edit', 'tool-allow'],
    options: { env: { LAB_API_KEY: 'sesame-4711' } },
  })
  const [allowed, edited] = checks
  expect([allowed?.result, allowed?.transcript]).toEqual(['verified', undefined])
  const lines = edited?.transcript ?? []
  expect(lines.some((line) => line.startsWith('→') && line.includes('session/prompt'))).toBe(true)
  expect(lines.join('\n')).toContain('[redacted LAB_API_KEY]')
  expect(lines.join('\n')).not.toContain('sesame-4711')
})

it('runs several checks at a time and reports them in order', async () => {
  const checks = ['text', 'tool-read', 'tool-allow', 'edit', 'list'] as const
  const report = await tryAgent({ checks, concurrency: 3 })
  expect(report.checks.map(({ name, result }) => [name, result])).toEqual(
    checks.map((name) => [name, 'verified']),
  )
})

it('formats a report as a table', () => {
  const scope = { transport: 'acp' } as const
  const about = { title: 'it', scope, expected: 'this', isAdvertised: true, durationMs: 1, observed: [] }
  expect(
    contractTable({
      agent: 'tried',
      version: '1.2.3',
      protocolVersion: 2,
      startedAt: '2026-11-15T00:00:00.000Z',
      durationMs: 3,
      counts: { verified: 1, refuted: 1, 'not-applicable': 0, 'not-tried': 0 },
      checks: [
        { ...about, name: 'handshake', result: 'verified', saw: 'ACP 2, well-formed' },
        { ...about, name: 'additional-directory', result: 'refuted', saw: 'two\nlines' },
      ],
    }),
  ).toBe(
    'tried 1.2.3, ACP 2, 1 verified, 1 refuted, 0 not-applicable, 0 not-tried\n' +
      'handshake             verified        ACP 2, well-formed\n' +
      'additional-directory  refuted         two lines',
  )
})
