import { afterAll, describe, expect, it } from 'vitest'
import { createMachine } from '../support/machine.ts'

const machine = createMachine()
afterAll(() => machine.remove())

/** Options of code, and how code writes what the command line has flags for. */
const libraryNames = [
  /(?<!--)transport (?:acp|cli)\b/,
  /(?<!--)\b(?:permissions|approvalMode|steerable) (?:ask|allow|deny|prompt)/,
  /(?<!\.)\b(?:allowUnknownModel|thinkingEffort|thinkingBudgetTokens|thinkingOverride|systemPrompt|appendSystemPrompt)\b/,
  /\b(?:sessionId|forkSessionId|noSession|mcpServers|outputSchema|jsonMode|approvalMode|inactivityTimeoutMs)\b/,
  /\b(?:timeoutMs|maxCostUsd|maxTokens|maxTurns|maxLineBytes|maxQueued|additionalDirectories\.)\b/,
  /\w\(\)/,
  /`/,
]

/** An agent of the smallest kind: it answers the handshake and opens a session, and does not answer prompts. */
machine.addProgram(
  'bare-agent',
  `
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const answers = { initialize: { protocolVersion: 1, agentCapabilities: {} }, 'session/new': { sessionId: 's1' } }
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (answers[method]) send({ id, result: answers[method] })
})
`,
)
const bare = ['run', '--acp', 'bare-agent', 'hi']
const server = JSON.stringify({ files: { command: 'x' } })
const remote = JSON.stringify({ files: { type: 'http', url: 'http://127.0.0.1:1' } })

describe('errors on the command line name flags, not options of code', () => {
  it.each([
    [['run', 'sim', 'hi', '--transport', 'cli'], 'TRANSPORT_UNAVAILABLE', '--transport acp'],
    [[...bare, '--transport', 'cli'], 'TRANSPORT_UNAVAILABLE', '--transport acp'],
    [['run', 'claude', 'hi', '--budget', 'lots'], 'USAGE_ERROR', 'Use a whole number.'],
    [['run', 'claude', 'hi', '--effort', ''], 'USAGE_ERROR', '--effort'],
    [['run', 'emacs', 'hi'], 'UNKNOWN_AGENT', 'Use one of claude'],
    [
      ['run', 'claude', 'hi', '--transport', 'cli', '--mcp', server, '--dry-run'],
      'CAPABILITY_ERROR',
      '--transport acp',
    ],
    [['run', 'claude', 'hi', '--budget', '4096', '--dry-run'], 'CAPABILITY_ERROR', 'as an effort'],
    [
      ['run', 'gemini', 'hi', '--model', 'gemini-2.5-pro', '--budget', '64', '--dry-run'],
      'CAPABILITY_ERROR',
      'gemini-2.5-pro accepts 128 to 32768 tokens',
    ],
    [
      ['run', 'omp', 'hi', '--transport', 'cli', '--permissions', 'ask', '--dry-run'],
      'CAPABILITY_ERROR',
      '--permissions',
    ],
    [
      ['run', 'codex', 'hi', '--transport', 'acp', '--strict', '--sandbox=off', '--dry-run'],
      'CAPABILITY_ERROR',
      'Leave out --sandbox=off',
    ],
    [
      ['run', 'codex', 'hi', '--system-prompt', 'x', '--permissions', 'allow', '--dry-run'],
      'CAPABILITY_ERROR',
      'Use --append-system-prompt',
    ],
    [['run', 'sim', 'hi', '--resume', 'a', '--fork', 'b'], 'USAGE_ERROR', '--fork'],
    [['run', 'sim', 'hi', '--resume', 'a', '--no-session'], 'USAGE_ERROR', '--no-session'],
    [
      ['run', 'sim', 'hi', '--system-prompt', 'a', '--append-system-prompt', 'b'],
      'USAGE_ERROR',
      '--append-system-prompt',
    ],
    [
      ['run', 'codex', 'hi', '--model', 'gpt-5.5[high]', '--effort', 'low', '--dry-run'],
      'VALIDATION_ERROR',
      'Use the model gpt-5.5.',
    ],
    [
      ['run', 'claude', 'hi', '--model', 'opsu', '--dry-run'],
      'VALIDATION_ERROR',
      'Did you mean claude-opus-',
    ],
    [[...bare, '--resume', 's0'], 'CAPABILITY_ERROR', 'Leave out --resume'],
    [[...bare, '--fork', 's0'], 'CAPABILITY_ERROR', 'Leave out --fork'],
    [[...bare, '--mcp', remote], 'CAPABILITY_ERROR', 'Use a stdio server.'],
    [[...bare, '--system-prompt', 'x'], 'CAPABILITY_ERROR', 'Put the instructions into the prompt.'],
    [[...bare, '--timeout', '1s'], 'TIMEOUT', '--timeout'],
    [[...bare, '--inactivity', '1s'], 'TIMEOUT', '--inactivity'],
    [['run', 'sim', 'say hello', '--max-tokens', '1'], 'BUDGET_EXCEEDED', '--max-tokens'],
  ])('%j', async (words, code, advice) => {
    const { exitCode, stderr } = await machine.run(words)
    const printed = stderr.split('\n').find((line) => line.startsWith('error ')) ?? stderr
    expect(exitCode).not.toBe(0)
    expect(printed).toContain(`error ${code}: `)
    expect(printed).toContain(advice)
    expect(libraryNames.filter((name) => name.test(printed))).toEqual([])
  })

  it('also from the session daemon', async () => {
    try {
      await machine.run(['session', 'new', 'sim', '--name', 'Ada'])
      for (const [words, advice] of [
        [['session', 'send', '@zzzzzz', 'hi'], 'capstan session list'],
        [['session', 'send', '#zzzzzz', 'hi'], 'capstan session channel'],
        [['session', 'show', 'zzzzzz'], '@ada'],
      ] as const) {
        const { stderr } = await machine.run(words)
        expect(stderr).toMatch(/^error UNKNOWN_/)
        expect(stderr).toContain(advice)
        expect(libraryNames.filter((name) => name.test(stderr))).toEqual([])
      }
    } finally {
      await machine.run(['session', 'stop'])
    }
  })

  it('shows both hints as JSON', async () => {
    const { stderr } = await machine.run([...bare, '--resume', 's0', '--json'])
    expect(JSON.parse(stderr)).toMatchObject({
      error: {
        code: 'CAPABILITY_ERROR',
        hint: 'Leave out sessionId to begin a new session.',
        commandHint: 'Leave out --resume to begin a new session.',
      },
    })
  })
})
