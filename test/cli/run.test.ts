import { describe, expect, it } from 'vitest'
import { capstan } from '../support/program.ts'

const run = (...words: string[]): ReturnType<typeof capstan> => capstan(['run', ...words, '--dry-run'])

describe('capstan run --dry-run', () => {
  it('prints the plan', async () => {
    const { exitCode, stdout, stderr } = await run(
      'codex',
      'hi',
      '--effort',
      'max',
      '--transport',
      'cli',
      '--sandbox=off',
      '--json',
    )
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      agent: 'codex',
      transport: 'cli',
      enforcement: 'agent',
      network: 'open',
      limits: 'exact',
      command: 'codex',
      arguments: [
        'exec',
        '--config',
        'default_permissions="capstan"',
        '--config',
        expect.stringMatching(/^permissions\.capstan=\{filesystem=/) as string,
        '--config',
        'model_reasoning_effort=max',
        '--disable',
        'plugins',
        '--config',
        'analytics.enabled=false',
        '--skip-git-repo-check',
        '--json',
        '-',
      ],
      stdin: 'hi',
      warnings: ['The sandbox is off; only the rules of codex enforce the policy "allow-reads"'],
    })
    const text = (await run('gemini', 'hi', '--model', 'gemini-2.5-pro', '--effort', 'low')).stdout
    expect(text).toContain(
      'command    gemini --model gemini-2.5-pro --admin-policy {runFolder}/policy.toml --skip-trust --output-format stream-json\nstdin      hi\n',
    )
    expect(text).toContain('set        GEMINI_CLI_HOME={runFolder}/settings\n')
    expect(text).toContain('"thinkingBudget": 1024')
  })

  it('joins words without quotes into the prompt', async () => {
    const quoted = await run('codex', 'fix the failing tests', '--transport', 'cli', '--json')
    const loose = await run('codex', 'fix', 'the', '--transport', 'cli', 'failing', 'tests', '--json')
    expect(loose).toEqual(quoted)
    expect(JSON.parse(loose.stdout)).toMatchObject({
      stdin: 'fix the failing tests',
    })
  })

  it.each(['claude', 'codex', 'gemini', 'copilot', 'cursor', 'opencode', 'pi', 'omp', 'openclaw', 'hermes'])(
    'plans %s',
    async (agent) => {
      const { exitCode, stdout } = await run(
        agent,
        'hi',
        '--effort',
        'high',
        '--permissions',
        'allow',
        '--json',
      )
      expect(exitCode).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({ agent })
    },
  )

  it.each([
    [
      ['opencode', 'hi', '--model', 'mistral/mistral-medium-2508', '--effort', 'low'],
      "Model 'mistral/mistral-medium-2508' on agent 'opencode' does not support thinking",
    ],
    [
      ['codex', 'hi', '--model', 'gpt-5.5', '--effort', 'max'],
      "Model 'gpt-5.5' does not support thinking effort level 'max'",
    ],
    [['claude', 'hi', '--budget', '4096'], "Agent 'claude' does not support numeric thinking budget"],
    [
      ['gemini', 'hi', '--model', 'gemini-2.5-pro', '--budget', '64'],
      "Thinking budget 64 is outside valid range [128, 32768] for model 'gemini-2.5-pro'",
    ],
  ])('%j ends with 6', async (words, message) => {
    const { exitCode, stdout, stderr } = await run(...words)
    expect({ exitCode, stdout }).toEqual({ exitCode: 6, stdout: '' })
    expect(stderr.startsWith(`error CAPABILITY_ERROR: ${message}`)).toBe(true)
  })

  it.each<[string[], number, string]>([
    [['cluade', 'hi'], 3, 'error UNKNOWN_AGENT: There is no agent called cluade — Did you mean claude?'],
    [['claude', 'hi', '--model', 'opsu'], 2, 'error VALIDATION_ERROR: opsu is not a known model of claude'],
    [
      ['claude', 'hi', '--budget', 'much'],
      2,
      'error USAGE_ERROR: --budget much is not a number of tokens — Use a whole number.',
    ],
    [
      ['claude', 'hi', '--resume', 'a', '--fork', 'b'],
      2,
      'error USAGE_ERROR: --resume and --fork cannot be combined — Use one of them.',
    ],
    [
      ['claude'],
      2,
      'error USAGE_ERROR: The prompt is missing — Use capstan run claude "<prompt>", or pipe the prompt in.',
    ],
    [
      [],
      2,
      'error USAGE_ERROR: The agent is missing — Use capstan run <agent> <prompt>; run capstan agents to list the agents.',
    ],
  ])('%j ends with %i', async (words, expected, line) => {
    const { exitCode, stderr } = await run(...words)
    expect(exitCode).toBe(expected)
    expect(stderr.slice(0, line.length)).toBe(line)
  })
})
