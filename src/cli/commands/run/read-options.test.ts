import { describe, expect, it } from 'vitest'
import { parseArguments } from '../../arguments.ts'
import { runOptions } from './option-list.ts'
import { readRunOptions, type Surroundings } from './read-options.ts'

const base = { agent: 'claude', prompt: 'hi' }

function read(words: readonly string[], more: Partial<Surroundings> = {}): unknown {
  const { values } = parseArguments(words, runOptions)
  const surroundings = { cwd: '/repo', environment: { TOKEN: 't' }, canAsk: false, json: false, ...more }
  return readRunOptions(base, values, surroundings)
}

function optionsOf(words: readonly string[], more: Partial<Surroundings> = {}): unknown {
  return (read(words, more) as { options: unknown }).options
}

describe('the options of a run', () => {
  it('sets only the options on the command line', () => {
    expect(read([])).toEqual({ options: { ...base, permissions: 'allow-reads' }, warnings: [] })
    expect(read(['--dry-run'])).toEqual({ options: base, warnings: [] })
  })

  it('reads all options', () => {
    const words =
      '--model opus --allow-unknown-model --effort high --budget 4096 --resume s --system-prompt a ' +
      '--attach a.PNG --attach /x/b.txt --add-dir ../c --cwd d --env A=b=c --env TOKEN ' +
      '--permissions allow --max-cost .5 --max-tokens 100 --max-turns 3 --timeout 5m --inactivity 0 --transport cli ' +
      '--strict'
    expect(optionsOf(words.split(' '), { schema: { type: 'object' } })).toEqual({
      ...base,
      model: 'opus',
      allowUnknownModel: true,
      thinkingEffort: 'high',
      thinkingBudgetTokens: 4096,
      sessionId: 's',
      systemPrompt: 'a',
      attachments: [
        { path: '/repo/a.PNG', kind: 'image' },
        { path: '/x/b.txt', kind: 'file' },
      ],
      additionalDirectories: ['/c'],
      cwd: '/repo/d',
      env: { A: 'b=c', TOKEN: 't' },
      permissions: 'allow',
      maxCostUsd: 0.5,
      maxTokens: 100,
      maxTurns: 3,
      timeoutMs: 300_000,
      inactivityTimeoutMs: 0,
      schema: { type: 'object' },
      transport: 'cli',
      strict: true,
    })
  })

  it.each([
    ['30s', 30_000],
    ['5m', 300_000],
    ['1.5h', 5_400_000],
    ['250ms', 250],
    ['90', 90_000],
  ])('--timeout %s', (time, timeoutMs) => {
    expect(optionsOf(['--timeout', time])).toEqual({ ...base, permissions: 'allow-reads', timeoutMs })
  })

  it('reads --no-session and --append-system-prompt', () => {
    const words = ['--no-session', '--append-system-prompt', 'b', '--dry-run']
    expect(optionsOf(words)).toEqual({ ...base, noSession: true, appendSystemPrompt: 'b' })
  })

  it.each<[string[], string]>([
    [['--resume', 'a', '--fork', 'b'], '--resume and --fork cannot be combined'],
    [['--fork', 'a', '--no-session'], '--fork and --no-session cannot be combined'],
    [
      ['--system-prompt', 'a', '--append-system-prompt', 'b'],
      '--system-prompt and --append-system-prompt cannot be combined',
    ],
    [['--model', ' '], '--model is empty'],
    [['--budget', 'much'], '--budget much is not a number of tokens'],
    [['--timeout', 'soon'], '--timeout soon is not a time'],
    [['--timeout', '0'], '--timeout 0 is not a time'],
    [['--inactivity=-1s'], '--inactivity -1s is not a time'],
    [['--max-cost', 'much'], '--max-cost much is not an amount'],
    [['--max-tokens', '1.5'], '--max-tokens 1.5 is not a number'],
    [['--max-turns', '0'], '--max-turns 0 is not a number'],
    [['--permissions', 'maybe'], '--permissions maybe is not valid'],
    [['--permissions', 'ask'], '--permissions ask needs a terminal'],
    [['--transport', 'sea'], '--transport sea is not valid'],
    [['--env', '1=2'], '--env 1=2 is not a variable'],
    [['--env', 'GONE'], '--env GONE is not set'],
  ])('rejects %j', (words, message) => {
    expect(() => read(words)).toThrowError(expect.objectContaining({ code: 'USAGE_ERROR', message }) as Error)
  })

  it('asks a person if there is one and no program reads the output', () => {
    const policyOf = (words: string[], more: Partial<Surroundings>): unknown =>
      (optionsOf(words, more) as { permissions?: unknown }).permissions
    expect(policyOf([], { canAsk: true })).toBe('ask')
    expect(policyOf([], { canAsk: true, json: true })).toBe('allow-reads')
    expect(policyOf(['--permissions', 'ask'], { canAsk: true, json: true })).toBe('ask')
    expect(policyOf(['--permissions', 'deny'], { canAsk: true })).toBe('deny')
    expect(policyOf(['--permissions', 'ask', '--dry-run'], {})).toBe('ask')
  })
})

describe('--mcp', () => {
  const files = { command: 'files', args: ['-v'], env: { A: 'b' } }
  const expected = [
    { name: 'files', ...files },
    { type: 'http', name: 'web', url: 'https://mcp.example', headers: { 'X-A': 'b' } },
  ]
  const web = { url: 'https://mcp.example', headers: { 'X-A': 'b' } }

  it.each<[string, unknown]>([
    [
      'a list',
      [
        { name: 'files', ...files },
        { name: 'web', type: 'http', ...web },
      ],
    ],
    ['a map', { files, web }],
    ['a map under mcpServers', { mcpServers: { files: { type: 'stdio', ...files }, web } }],
    [
      'a list under mcpServers',
      {
        mcpServers: [
          { name: 'files', ...files },
          { name: 'web', ...web },
        ],
      },
    ],
  ])('%s', (_, document) => {
    expect(read([], { mcp: [document] })).toEqual({
      options: { ...base, permissions: 'allow-reads', mcpServers: expected },
      warnings: [],
    })
  })

  it('warns about fields that are not passed on', () => {
    expect(
      read([], { mcp: [{ a: { command: 'a', disabled: true } }, [{ name: 'b', command: 'b' }]] }),
    ).toEqual({
      options: {
        ...base,
        permissions: 'allow-reads',
        mcpServers: [
          { name: 'a', command: 'a' },
          { name: 'b', command: 'b' },
        ],
      },
      warnings: ['--mcp: a.disabled is not passed on'],
    })
  })

  it.each<[unknown, string]>([
    ['text', '--mcp contains no servers'],
    [[{ command: 'x' }], '--mcp contains a server without a name'],
    [{ a: 1 }, '--mcp a is not a server'],
    [{ a: {} }, '--mcp a needs the program as command'],
    [{ a: { type: 'http', url: 'nowhere' } }, '--mcp a needs the server address as url'],
    [{ a: { type: 'pigeon' } }, '--mcp a must be of type stdio, http or sse'],
    [{ a: { command: 'x', args: [1] } }, '--mcp a needs a list of strings as args'],
    [{ a: { command: 'x', env: { A: 1 } } }, '--mcp a needs strings as env'],
    [{ a: { url: 'https://a.example', headers: [] } }, '--mcp a needs strings as headers'],
  ])('%j: %s', (document, message) => {
    expect(() => read([], { mcp: [document] })).toThrowError(
      expect.objectContaining({ code: 'USAGE_ERROR', message }) as Error,
    )
  })
})
