import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AgentEvent } from '../../events/event.ts'
import * as codes from '../../core/text/strip-terminal-codes.ts'
import { RunView, type RunViewOptions } from './run-view.ts'
import { createStyle } from './style.ts'

interface Shown {
  view: RunView
  stdout(): string
  stderr(): string
  all(): string
}

function show(events: readonly AgentEvent[], options: Partial<RunViewOptions> = {}): Shown {
  const written: ['stdout' | 'stderr', string][] = []
  const view = new RunView({
    write: (channel, text) => void written.push([channel, text]),
    style: createStyle(false),
    columns: 60,
    isTerminal: false,
    codes,
    agent: 'claude',
    cwd: '/repo/place',
    ...options,
  })
  for (const event of events) view.show(event)
  const textOf = (only?: string): string =>
    written.flatMap(([channel, text]) => (only === undefined || channel === only ? [text] : [])).join('')
  return { view, stdout: () => textOf('stdout'), stderr: () => textOf('stderr'), all: () => textOf() }
}

const text = (piece: string, messageId?: string): AgentEvent =>
  messageId === undefined
    ? { type: 'text.delta', text: piece }
    : { type: 'text.delta', text: piece, messageId }

const diff = {
  type: 'diff' as const,
  changes: [
    {
      operation: 'modify' as const,
      path: '/repo/place/hello.txt',
      oldText: 'one\ntwo\n',
      newText: 'one\n2\n',
    },
  ],
}

const story: AgentEvent[] = [
  { type: 'session.started', sessionId: 'ses_1' },
  { type: 'thinking.delta', text: 'Let me ' },
  { type: 'thinking.delta', text: 'think.' },
  text('I will '),
  text('write.'),
  { type: 'tool.called', toolCallId: 't1', title: 'Write hello.txt', kind: 'edit', status: 'pending' },
  {
    type: 'permission.requested',
    requestId: 'p1',
    subject: { type: 'tool-call', toolCall: { toolCallId: 't1' } },
    options: [{ optionId: 'once', name: 'Allow', kind: 'allow-once' }],
  },
  { type: 'permission.resolved', requestId: 'p1', outcome: { type: 'selected', optionId: 'once' } },
  { type: 'tool.updated', toolCallId: 't1', status: 'completed', content: [diff], durationMs: 1500 },
  text('Done.'),
  {
    type: 'finish',
    stopReason: 'end-turn',
    tokens: { total: 1290, input: 1234, output: 56 },
    cost: { amount: 0.0123, currency: 'USD' },
  },
]

const asides = `thinking: Let me think.
allowed: Write hello.txt
✓ ✎ Write hello.txt (1.5 s)
  hello.txt +1 -1
    one
  - two
  + 2
3.4 s · 1,290 tokens (1,234 in, 56 out) · $0.0123 · capstan run claude --resume ses_1 "…"
`

describe('a run', () => {
  it('writes exactly the answer to stdout and everything else to stderr', () => {
    const shown = show(story, { columns: 100 })
    shown.view.end({ durationMs: 3400 })
    expect(shown.stdout()).toBe('I will write.\nDone.\n')
    expect(shown.stderr()).toBe(asides)
  })

  it('shows everything in order on a terminal, on separate lines', () => {
    const shown = show(story, { isTerminal: true, columns: 100 })
    shown.view.end({ durationMs: 3400 })
    expect(shown.all()).toBe(
      asides.replace('think.\n', 'think.\nI will write.\n').replace('  + 2\n', '  + 2\nDone.\n'),
    )
  })

  it('uses colors on request', () => {
    const shown = show(story.slice(7, 9), { style: createStyle(true), columns: 100 })
    expect(shown.stderr()).toContain('\u001b[32m✓\u001b[39m \u001b[2m•\u001b[22m tool call')
    expect(shown.stderr()).toContain('\u001b[31m- two\u001b[39m')
    expect(shown.stderr()).toContain('\u001b[32m+ 2\u001b[39m')
  })

  it('writes only the structured result to stdout', () => {
    const shown = show([text('Here it is: {"a":1}')], { isStructured: true })
    shown.view.end({ output: { a: 1 } })
    expect(shown.stdout()).toBe('{\n  "a": 1\n}\n')
    expect(shown.stderr()).toBe('Here it is: {"a":1}\n')
  })

  it('says that it was stopped, and names no session that is not stored', () => {
    const shown = show([{ type: 'session.started', sessionId: 's' }], { noSession: true })
    shown.view.end({ stopReason: 'max-tokens', durationMs: 125_000 })
    expect(shown.stderr()).toBe('stopped: max-tokens · 2 min 5 s\n')
  })

  it('quotes a session id with characters that a shell interprets', () => {
    const shown = show([{ type: 'session.started', sessionId: "a'$(rm x)" }])
    shown.view.end()
    expect(shown.stderr()).toBe(`capstan run claude --resume 'a'\\''$(rm x)' "…"\n`)
  })
})

describe('text of an agent', () => {
  it('cannot control the terminal', () => {
    const evil = '\u001b]0;title\u0007\u001b[2J\u009b31mred\r\u0008!\tx\n'
    const shown = show([
      text(evil),
      text('\u001b['),
      text('31mstill'),
      { type: 'thinking.delta', text: evil },
      { type: 'tool.updated', toolCallId: 't', title: evil, status: 'failed', error: { message: evil } },
      {
        type: 'tool.updated',
        toolCallId: 'u',
        title: 'edit',
        status: 'completed',
        content: [{ ...diff, changes: [{ operation: 'add', path: `/x/${evil}`, newText: evil }] }],
      },
      { type: 'notice', severity: 'warning', title: evil, description: evil },
      { type: 'access.blocked', kind: 'host', name: evil, tool: evil, hint: evil, commandHint: evil },
      {
        type: 'plan.updated',
        plan: { type: 'items', entries: [{ content: evil, priority: 'low', status: evil }] },
      },
      { type: 'error', error: { message: evil, code: evil } },
    ])
    expect(shown.stdout()).toBe('31mred!\tx\nstill')
    expect(shown.all()).not.toMatch(/(?![\n\t])\p{Cc}/u)
  })

  it('cannot change the reading direction of a title', () => {
    const shown = show([
      {
        type: 'tool.updated',
        toolCallId: 't',
        title: 'rm \u202Etxt.a\u202C',
        status: 'completed',
        kind: 'execute',
      },
    ])
    expect(shown.stderr()).toBe('✓ $ rm txt.a\n')
  })

  it('starts on a new line for each message, also in a file', () => {
    expect(show([text('One.', 'a'), text(' More.', 'a'), text('Two.', 'b')]).stdout()).toBe(
      'One. More.\nTwo.',
    )
  })

  it('shows what the sandbox blocked, with the flag that allows it', () => {
    const blocked: AgentEvent = {
      type: 'access.blocked',
      kind: 'host',
      name: 'example.test',
      tool: 'bash',
      hint: 'Add "example.test" to permissions.hosts.',
      commandHint: 'Use --allow-host example.test.',
    }
    expect(show([blocked]).stderr()).toBe('blocked example.test (bash) — Use --allow-host example.test.\n')
  })

  it('is not interrupted in a file by a notice', () => {
    const events: AgentEvent[] = [
      text('One '),
      { type: 'notice', severity: 'info', title: 'note' },
      text('two.'),
    ]
    expect(show(events).stdout()).toBe('One two.')
    expect(show(events, { isTerminal: true }).all()).toBe('One \nnote note\ntwo.')
  })

  it('shows only the new part of a whole message', () => {
    const whole = (words: string): AgentEvent => ({
      type: 'message.updated',
      messageId: 'm',
      content: [{ type: 'text', text: words }],
    })
    expect(show([text('Hel', 'm'), whole('Hello.')]).stdout()).toBe('Hello.')
    expect(show([whole('Hello.'), whole('Other.')]).stdout()).toBe('Hello.\nOther.')
  })

  it('excludes messages of users and subagents from the answer', () => {
    const shown = show([
      { type: 'text.delta', role: 'user', text: 'the prompt' },
      { type: 'text.delta', subagentId: 's', text: 'helping' },
    ])
    expect([shown.stdout(), shown.stderr()]).toEqual(['', 'subagent: helping'])
  })
})

describe('an answer that starts again', () => {
  const again: AgentEvent[] = [
    text('One ', 'm1'),
    text('two', 'm1'),
    { type: 'message.retracted', text: 'One two', messageId: 'm1' },
    text('Uno', 'm2'),
  ]
  const note = 'warning the agent restarted its answer; ignore the text above\n'

  it('is printed to a pipe only once it is final', () => {
    const shown = show(again, { startsAgain: true })
    expect([shown.stdout(), shown.stderr()]).toEqual(['', ''])
    shown.view.end()
    expect([shown.stdout(), shown.stderr()]).toEqual(['Uno\n', ''])
  })

  it('is printed to a pipe before the next action of the agent', () => {
    const call: AgentEvent = { type: 'tool.called', toolCallId: 't1', title: 'Look', status: 'in-progress' }
    expect(show([text('I look'), call], { startsAgain: true }).stdout()).toContain('I look')
  })

  it('is marked as void on a terminal', () => {
    const shown = show(again, { startsAgain: true, isTerminal: true })
    shown.view.end()
    expect(shown.all()).toBe(`One two\n${note}Uno\n`)
  })

  it('streams at once for an agent that never restarts an answer', () => {
    expect(show([text('One')]).stdout()).toBe('One')
  })
})

describe('tool calls', () => {
  afterEach(() => vi.useRealTimers())

  it('take one line: action, target and outcome', () => {
    const shown = show([
      {
        type: 'tool.called',
        toolCallId: 'a',
        title: 'Read',
        kind: 'read',
        status: 'in-progress',
        locations: [{ path: '/repo/place/src/a.ts', line: 3 }, { path: '/other/b.ts' }],
      },
      { type: 'tool.updated', toolCallId: 'a', status: 'completed' },
      {
        type: 'tool.called',
        toolCallId: 'b',
        title: 'Say hi',
        kind: 'execute',
        input: { command: 'touch x' },
      },
      { type: 'tool.updated', toolCallId: 'b', status: 'cancelled' },
    ])
    expect(shown.stderr()).toBe('✓ ◇ Read src/a.ts:3 +1\n– $ Say hi: touch x — cancelled\n')
  })

  it('say why they failed', () => {
    const shown = show([
      { type: 'tool.updated', toolCallId: 'a', title: 'A', status: 'failed', error: { message: 'no\nway' } },
      {
        type: 'tool.updated',
        toolCallId: 'b',
        title: 'B',
        status: 'failed',
        content: [{ type: 'content', content: { type: 'text', text: 'exit 1\nE: broken' } }],
      },
      {
        type: 'tool.updated',
        toolCallId: 'c',
        title: 'C',
        status: 'failed',
        output: { message: 'rejected' },
      },
      { type: 'tool.updated', toolCallId: 'd', title: 'D', status: 'failed' },
      {
        type: 'tool.updated',
        toolCallId: 'e',
        title: 'E',
        status: 'failed',
        error: { message: 'denied' },
        output: { content: [{ type: 'text', text: 'denied' }], details: {} },
      },
    ])
    expect(shown.stderr()).toBe(
      '✗ • A — no\n    way\n✗ • B — exit 1\n    E: broken\n✗ • C — rejected\n✗ • D — failed, no reason reported\n✗ • E — denied\n',
    )
  })

  it('are cut to the width, the reason last', () => {
    const shown = show(
      [
        {
          type: 'tool.updated',
          toolCallId: 'a',
          title: '漢'.repeat(40),
          status: 'failed',
          error: { message: 'not found' },
        },
      ],
      { columns: 40 },
    )
    expect(shown.stderr()).toBe(`✗ • ${'漢'.repeat(11)}… — not found\n`)
  })

  it('are shown before their end if they take long or never end', async () => {
    vi.useFakeTimers()
    const shown = show([{ type: 'tool.called', toolCallId: 'a', title: 'npm test', kind: 'execute' }])
    expect(shown.stderr()).toBe('')
    await vi.advanceTimersByTimeAsync(3000)
    expect(shown.stderr()).toBe('· $ npm test …\n')
    shown.view.end()
    expect(shown.stderr()).toBe('· $ npm test …\n· $ npm test … did not end\n')
  })

  it('print nothing during a question, whose time does not count', async () => {
    vi.useFakeTimers()
    const shown = show([
      { type: 'tool.called', toolCallId: 'a', title: 'npm test', kind: 'execute' },
      { type: 'tool.called', toolCallId: 'b', title: 'npm publish', kind: 'execute' },
      {
        type: 'permission.requested',
        requestId: 'p',
        subject: { type: 'tool-call', toolCall: { toolCallId: 'b' } },
        options: [],
      },
    ])
    shown.view.pause()
    await vi.advanceTimersByTimeAsync(3000)
    shown.view.agentLog('a log line')
    expect(shown.stderr()).toBe('')
    shown.view.resume()
    expect(shown.stderr()).toBe('· $ npm test …\nlog: a log line')
  })

  it('show a change once, even if it is reported late or was in a permission request', () => {
    const late = show([
      { type: 'tool.updated', toolCallId: 'a', title: 'E', status: 'completed' },
      { type: 'tool.updated', toolCallId: 'a', content: [diff] },
      { type: 'tool.updated', toolCallId: 'a', content: [diff] },
    ])
    expect(late.stderr()).toBe('✓ • E\n  hello.txt +1 -1\n    one\n  - two\n  + 2\n')
    const asked = show([])
    const question = asked.view.questionLines({
      type: 'permission.requested',
      requestId: 'p',
      subject: { type: 'tool-call', toolCall: { toolCallId: 'a', title: 'E', content: [diff] } },
      options: [],
    })
    expect(question).toEqual(['? The agent asks: E', '  hello.txt +1 -1', '    one', '  - two', '  + 2'])
    asked.view.show({
      type: 'tool.updated',
      toolCallId: 'a',
      title: 'E',
      status: 'completed',
      content: [diff],
    })
    expect(asked.stderr()).toBe('✓ • E\n')
  })

  it('show their output only on request', () => {
    const events: AgentEvent[] = [
      { type: 'tool.called', toolCallId: 'a', title: 'ls' },
      {
        type: 'tool.output',
        toolCallId: 'a',
        content: { type: 'content', content: { type: 'text', text: 'x\ny' } },
      },
      { type: 'tool.updated', toolCallId: 'a', status: 'completed' },
    ]
    expect(show(events).stderr()).toBe('✓ • ls\n')
    expect(show(events, { verbose: true }).stderr()).toBe('✓ • ls\n    x\n    y\n')
  })

  it('limit the lines of a large change', () => {
    const newText = Array.from({ length: 100 }, (_, index) => `line ${index}\n`).join('')
    const shown = show([
      {
        type: 'tool.updated',
        toolCallId: 'a',
        title: 'E',
        status: 'completed',
        content: [{ type: 'diff', changes: [{ operation: 'add', path: '/repo/place/big', newText }] }],
      },
    ])
    const lines = shown.stderr().split('\n')
    expect([lines.length, lines[1], lines.at(-2)]).toEqual([44, '  big +100 new', '  … 60 more lines'])
  })
})

describe('everything else', () => {
  it('shows a rejection', () => {
    const shown = show([
      {
        type: 'permission.requested',
        requestId: 'p',
        title: 'Write hello.txt',
        options: [{ optionId: 'no', name: 'No', kind: 'reject-once' }],
      },
      { type: 'permission.resolved', requestId: 'p', outcome: { type: 'selected', optionId: 'no' } },
      { type: 'permission.resolved', requestId: 'q', outcome: { type: 'cancelled' } },
    ])
    expect(shown.stderr()).toBe('rejected: Write hello.txt\ncancelled: a request\n')
  })

  it('shows everything about a permission request', () => {
    const { view } = show([])
    const asked = (toolCall: object): string[] =>
      view.questionLines({
        type: 'permission.requested',
        requestId: 'p',
        description: 'It is\nneeded',
        subject: { type: 'tool-call', toolCall: { toolCallId: 'x', title: 'Do it', ...toolCall } },
        options: [],
      })
    expect(asked({ input: { command: 'ls', args: ['-la'] }, locations: [{ path: '/etc/a' }] })).toEqual([
      '? The agent asks: Do it: ls -la /etc/a',
      '  why It is needed',
      '  command ls -la',
      '  path /etc/a',
    ])
    expect(asked({ tool: 'delete', input: { repository: 'all' } })).toEqual([
      '? The agent asks: Do it',
      '  why It is needed',
      '  input {"repository":"all"}',
    ])
    expect(
      view.questionLines({
        type: 'permission.requested',
        requestId: 'p',
        subject: { type: 'command', command: 'rm -r x', cwd: '/repo' },
        options: [],
      }),
    ).toEqual(['? The agent asks: rm -r x', '  command rm -r x', '  in /repo'])
  })

  it('shows a plan when it changes', () => {
    const plan = (status: string): AgentEvent => ({
      type: 'plan.updated',
      plan: {
        type: 'items',
        entries: [
          { content: 'look', priority: 'high', status: 'completed' },
          { content: 'fix', priority: 'high', status },
        ],
      },
    })
    expect(show([plan('pending'), plan('pending'), plan('in-progress')]).stderr()).toBe(
      'plan\n  ✓ look\n  ○ fix\nplan\n  ✓ look\n  ▸ fix\n',
    )
  })

  it('shows notices, errors and lost context', () => {
    const shown = show([
      { type: 'notice', severity: 'warning', title: 'careful', description: 'hot' },
      { type: 'error', error: { message: 'broke', code: -32000 } },
      { type: 'session.recovered', sessionId: 's', by: 'new', contextLost: true },
      { type: 'compaction.updated', compactionId: 'c', status: 'failed', error: { message: 'full' } },
      { type: 'subagent.updated', subagentId: 's', title: 'helper' },
      { type: 'subagent.updated', subagentId: 's', title: 'helper' },
    ])
    expect(shown.stderr()).toBe(
      `warning careful — hot
error broke (-32000)
warning the agent stopped and was restarted without the earlier conversation
warning compaction failed: full
· subagent helper
`,
    )
  })

  it('shows debug output on request', () => {
    const events: AgentEvent[] = [
      { type: 'raw', source: 'acp', payload: { a: 1 } },
      { type: 'log', level: 'debug', message: 'm' },
    ]
    expect(show(events).stderr()).toBe('')
    expect(show(events, { verbose: true }).stderr()).toBe(
      'raw {"source":"acp","payload":{"a":1}}\nlog {"level":"debug","message":"m"}\n',
    )
  })
})
