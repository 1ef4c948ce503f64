import { describe, expect, it } from 'vitest'
import { agentCatalog } from '../catalog.ts'
import type { HeldPolicy } from '../definition/definition-policies.ts'
import { launchPlan } from './launch-plan.ts'
import type { LaunchRequest } from './launch-request.ts'
import { translateThinking } from '../thinking/thinking.ts'

type Agent = keyof typeof agentCatalog

function plan(
  agent: Agent,
  request: Partial<LaunchRequest> & { effort?: string },
): ReturnType<typeof launchPlan> {
  const { effort, transport = 'cli', ...rest } = request
  const thinking = translateThinking(agentCatalog[agent], null, { transport, effort })
  return launchPlan(agentCatalog[agent], { transport, prompt: 'hi', thinking, ...rest })
}

const line = (...request: Parameters<typeof plan>): string => {
  const { command, arguments: words, stdin } = plan(...request)
  return [command, ...words, ...(stdin === undefined ? [] : ['<', stdin])].join(' ')
}

describe('launchPlan', () => {
  it.each<[Agent, string]>([
    [
      'claude',
      'claude --effort high --print --output-format stream-json --verbose --include-partial-messages < hi',
    ],
    [
      'codex',
      'codex exec --config model_reasoning_effort=high --disable plugins --config analytics.enabled=false --skip-git-repo-check --json - < hi',
    ],
    ['gemini', 'gemini --skip-trust --output-format stream-json < hi'],
    ['copilot', 'copilot --reasoning-effort high --no-auto-update --output-format json < hi'],
    ['cursor', 'agent --print --trust --output-format stream-json --stream-partial-output hi'],
    ['opencode', 'opencode run --variant high --format json --thinking --print-logs --log-level INFO < hi'],
    ['pi', 'pi --thinking high --print --offline --mode json < hi'],
    ['omp', 'omp --thinking high --print --mode json < hi'],
    ['openclaw', 'openclaw agent exec --thinking high --json --message-file - < hi'],
    ['hermes', 'hermes -z hi'],
  ])('starts %s on the command line', (agent, expected) => {
    expect(line(agent, { effort: 'high' })).toBe(expected)
  })

  it.each<[Agent, string]>([
    ['claude', 'claude-agent-acp'],
    ['codex', 'codex-acp'],
    ['gemini', 'gemini --acp'],
    ['copilot', 'copilot --acp --reasoning-effort high'],
    ['cursor', 'agent acp'],
    ['opencode', 'opencode acp --print-logs --log-level INFO'],
    ['pi', 'pi-acp'],
    ['omp', 'omp acp'],
    ['openclaw', 'openclaw acp'],
    ['hermes', 'hermes acp'],
    ['goose', 'goose acp'],
    ['kimi', 'kimi acp'],
    ['qwen', 'qwen --acp'],
    ['droid', 'droid exec --output-format acp'],
    ['kilo', 'kilo acp'],
  ])('starts %s over ACP', (agent, expected) => {
    expect(line(agent, { transport: 'acp', effort: 'high' })).toBe(expected)
  })

  it.each<[Agent, string]>([
    [
      'claude',
      'claude --print --input-format stream-json --output-format stream-json --verbose --include-partial-messages --permission-prompt-tool stdio --effort high --model m --resume s',
    ],
    [
      'codex',
      'codex app-server --disable plugins --config analytics.enabled=false --config model_reasoning_effort=high',
    ],
    ['pi', 'pi --mode rpc --offline --thinking high --model m --session s'],
  ])('starts %s as a long-running process', (agent, expected) => {
    const request = { longRunning: true, effort: 'high', model: 'm', resume: 's' }
    expect(line(agent, request)).toBe(expected)
    expect(plan(agent, request).longRunning).toBe(true)
  })

  it('rejects a long-running process or option that the agent does not support', () => {
    expect(() => plan('gemini', { longRunning: true })).toThrow(
      'gemini cannot run as a long-running process on its command line',
    )
    expect(() => plan('codex', { longRunning: true, systemPrompt: 'x' })).toThrow(
      'codex cannot run as a long-running process with system-prompt',
    )
  })

  it('returns the whole plan', () => {
    expect(plan('claude', { transport: 'acp', model: 'opus', effort: 'max' })).toEqual({
      agent: 'claude',
      transport: 'acp',
      command: 'claude-agent-acp',
      arguments: [],
      environment: { CLAUDE_CODE_DISABLE_LEGACY_MODEL_REMAP: '1' },
      passedOn: expect.arrayContaining(['PATH', 'HOME', 'ANTHROPIC_API_KEY']) as unknown,
      withheld: ['IS_SANDBOX'],
      jsonEnvironment: {},
      files: [],
      sessionOptions: [],
      sessionMeta: {
        claudeCode: {
          emitRawSDKMessages: [{ type: 'system', subtype: 'api_retry' }, { type: 'assistant' }],
          options: { model: 'opus', effort: 'max' },
        },
      },
      warnings: [],
    })
  })

  it('sets the mode of a policy, optional only for the policy allow', () => {
    const optionsOf = (policy: HeldPolicy): unknown =>
      plan('codex', { transport: 'acp', policy }).sessionOptions
    expect(optionsOf('ask')).toEqual([{ category: 'mode', value: 'read-only' }])
    expect(optionsOf('deny')).toEqual([{ category: 'mode', value: 'read-only' }])
    expect(optionsOf('allow')).toEqual([
      { category: 'mode', value: 'agent-full-access', unlessOffered: 'keep' },
    ])
  })

  it('sets the model at startup for an agent without a session option', () => {
    expect(plan('copilot', { transport: 'acp', model: 'gpt-5.4' })).toMatchObject({
      arguments: ['--acp', '--model', 'gpt-5.4'],
      sessionOptions: [],
    })
  })

  it('keeps a prompt argument from being parsed as an option', () => {
    expect(plan('cursor', { prompt: '--help' }).arguments.at(-1)).toBe(' --help')
    expect(plan('cursor', { prompt: '--help' }).stdin).toBeUndefined()
  })

  it('copies an image for an agent that reads only its own directories', () => {
    const request = { prompt: '-x', images: ['/a b/c.png', 'd.jpg'] }
    expect(plan('gemini', request)).toMatchObject({
      arguments: expect.arrayContaining([
        '--include-directories',
        '{runFolder}/attachments',
        '--prompt=-x @{runFolder}/attachments/1.png @{runFolder}/attachments/2.jpg',
      ]) as unknown,
      copies: [
        { path: 'attachments/1.png', from: '/a b/c.png' },
        { path: 'attachments/2.jpg', from: 'd.jpg' },
      ],
    })
  })

  it('sets the model in a JSON variable', () => {
    expect(plan('codex', { transport: 'acp', model: 'gpt-5.5' })).toMatchObject({
      jsonEnvironment: { CODEX_CONFIG: { model: 'gpt-5.5' } },
      sessionOptions: [],
    })
    expect(plan('codex', { transport: 'acp' }).jsonEnvironment).toEqual({})
  })

  it('puts variadic options first and keeps the prompt out of the arguments', () => {
    const request = {
      prompt: '--help',
      images: ['/a.png'],
      model: 'gpt-6-sol',
      outputSchema: { type: 'object' },
      policy: 'allow' as const,
    }
    expect(plan('codex', request)).toMatchObject({
      arguments: [
        'exec',
        '--image',
        '/a.png',
        '--model',
        'gpt-6-sol',
        '--output-schema',
        '{runFolder}/schema.json',
        '--dangerously-bypass-approvals-and-sandbox',
        '--disable',
        'plugins',
        '--config',
        'analytics.enabled=false',
        '--skip-git-repo-check',
        '--json',
        '-',
      ],
      stdin: '--help',
      files: [{ path: 'schema.json', content: '{"type":"object"}\n' }],
    })
  })

  it('passes a schema as text if the agent accepts it', () => {
    expect(plan('claude', { outputSchema: { type: 'object' } })).toMatchObject({
      arguments: expect.arrayContaining(['--json-schema', '{"type":"object"}']) as unknown,
      files: [],
    })
  })

  it("passes earlier sessions by each agent's flags", () => {
    expect(line('claude', { fork: 's1' })).toContain('--resume s1 --fork-session')
    expect(line('codex', { resume: 's1' })).toBe(
      'codex exec resume s1 --disable plugins --config analytics.enabled=false --skip-git-repo-check --json - < hi',
    )
    expect(line('opencode', { resume: 's1' })).toBe(
      'opencode run --session s1 --format json --thinking --print-logs --log-level INFO < hi',
    )
  })

  it('rejects options that a command line does not support', () => {
    expect(() => plan('gemini', { outputSchema: {} })).toThrowError(
      expect.objectContaining({
        code: 'TRANSPORT_UNAVAILABLE',
        message: 'gemini cannot run on its command line with schema-file',
      }) as Error,
    )
  })
})
