import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ElicitationRequestedEvent } from '../../events/elicitation.ts'
import type { PermissionOption } from '../../events/permission.ts'
import type { ElicitationAnswer, PermissionAnswer } from '../../run/api/run.ts'
import * as codes from '../../core/text/strip-terminal-codes.ts'
import { askElicitation } from './permission-prompt/elicitation-prompt.ts'
import { createPerson } from './permission-prompt/person.ts'
import { askPermission, type PromptOptions } from './permission-prompt.ts'
import { AgentText } from './run-view/agent-text.ts'
import { createStyle } from './style.ts'

/** A terminal whose keys are typed when a text appears on it. */
function terminal(script: readonly [awaited: string, typed: string][], ignoreMs = 0) {
  const modes: boolean[] = []
  const input = Object.assign(new PassThrough(), {
    setRawMode: (mode: boolean) => void modes.push(mode),
  })
  const output = new PassThrough()
  const steps = [...script]
  let [seen, unread] = ['', '']
  output.on('data', (chunk: Buffer) => {
    seen += chunk.toString()
    unread += chunk.toString()
    const [next] = steps
    if (next === undefined || !unread.includes(next[0])) return
    steps.shift()
    unread = ''
    // After the question has begun to listen.
    setImmediate(() => input.write(next[1]))
  })
  let interrupts = 0
  const person = createPerson({
    interrupt: () => void (interrupts += 1),
    input: input as unknown as Parameters<typeof createPerson>[0]['input'],
    output,
    ignoreMs,
  })
  const stop = new AbortController()
  const options: PromptOptions = {
    person,
    style: createStyle(false),
    text: new AgentText(codes, '/repo/place'),
    signal: stop.signal,
  }
  return { options, modes, stop, input, seen: () => seen, interrupts: () => interrupts }
}

/** What was typed has reached whoever listens. */
const heard = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

afterEach(() => vi.useRealTimers())

const options: PermissionOption[] = [
  { optionId: 'always', name: 'Allow for \u001b[2Jthis session', kind: 'allow-always' },
  { optionId: 'once', name: 'Allow', kind: 'allow-once' },
  { optionId: 'other', name: 'Allow elsewhere', kind: 'allow-once' },
  { optionId: 'no', name: 'Reject', kind: 'reject-once' },
]

function ask({ options: prompt }: ReturnType<typeof terminal>, offered = options): Promise<PermissionAnswer> {
  const request = { type: 'permission.requested' as const, requestId: 'p', options: offered }
  return askPermission(request, ['? Write hello.txt'], prompt)
}

describe('a permission', () => {
  it('is asked with the options, and answered with a key', async () => {
    const screen = terminal([['[Esc]', 'y']])
    expect(await ask(screen)).toEqual({ optionId: 'once' })
    expect(screen.seen()).toBe(
      '? Write hello.txt\n  [a] Allow for this session  [y] Allow  [1] Allow elsewhere  [n] Reject  [Esc] cancel Allow\n',
    )
    expect(screen.modes).toEqual([true, false])
  })

  it.each<[string, PermissionAnswer]>([
    ['a', { optionId: 'always' }],
    ['1', { optionId: 'other' }],
    ['N', { optionId: 'no' }],
    ['\u001b', 'cancel'],
    ['\u0004', 'cancel'],
    ['y\r', { optionId: 'once' }],
    ['y\n', { optionId: 'once' }],
    ['n\r\n', { optionId: 'no' }],
  ])('%j', async (key, answer) => {
    const screen = terminal([['[Esc]', key]])
    expect(await ask(screen)).toEqual(answer)
    expect(screen.interrupts()).toBe(0)
  })

  it('ends with the run on Ctrl-C, also right after another key', async () => {
    for (const typed of ['\u0003', 'y\u0003']) {
      const screen = terminal([['[Esc]', typed]])
      expect(await ask(screen)).toBe('cancel')
      expect([screen.interrupts(), screen.modes]).toEqual([1, [true, false]])
    }
  })

  it('can be rejected if the agent offers no reject option', async () => {
    expect(await ask(terminal([['[n] Reject', 'n']]), options.slice(0, 1))).toBe('deny')
  })

  it('ignores all other keys, including arrows and pasted text', async () => {
    const screen = terminal([['[Esc]', 'x']])
    const answer = ask(screen)
    for (const typed of ['\u001b[A', 'yes', '\r', 'y']) {
      await heard()
      screen.input.write(typed)
    }
    expect(await answer).toEqual({ optionId: 'once' })
  })

  it('is not answered by keys typed before it appeared', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const screen = terminal([], 50)
    screen.input.write('y')
    const answer = ask(screen)
    await heard()
    vi.advanceTimersByTime(50)
    screen.input.write('n')
    expect(await answer).toEqual({ optionId: 'no' })
  })

  it('is canceled when the answer is no longer needed', async () => {
    const screen = terminal([])
    const answer = ask(screen)
    screen.stop.abort()
    expect(await answer).toBe('cancel')
    expect(screen.modes).toEqual([true, false])
  })
})

const form: ElicitationRequestedEvent = {
  type: 'elicitation.requested',
  requestId: 'e',
  mode: 'form',
  message: 'Where to?',
  schema: {
    type: 'object',
    properties: {
      city: { type: 'string', title: 'City', minLength: 2 },
      days: { type: 'integer', minimum: 1, default: 3 },
      train: { type: 'boolean' },
      class: {
        type: 'string',
        oneOf: [
          { const: 'a', title: 'First' },
          { const: 'b', title: 'Second' },
        ],
      },
    },
    required: ['city', 'class'],
  },
}

describe('an elicitation', () => {
  it('asks for each value until it is valid', async () => {
    const screen = terminal([
      ['[y] answer', 'y'],
      ['City: ', 'x\r'],
      ['City: ', 'Ulm\r'],
      ['days (Enter for 3): ', '\r'],
      ['train (y/n, optional): ', '\r'],
      ['class: ', '3\r'],
      ['class: ', '2\r'],
    ])
    expect(await askElicitation(form, screen.options)).toEqual<ElicitationAnswer>({
      action: 'accept',
      content: { city: 'Ulm', days: 3, class: 'b' },
    })
    expect(screen.seen()).toContain('Enter at least 2 characters')
    expect(screen.seen()).toContain('Enter a number from 1 to 2')
  })

  it('can be declined, and cancelled in the middle', async () => {
    expect(await askElicitation(form, terminal([['[y] answer', 'n']]).options)).toEqual({ action: 'decline' })
    const screen = terminal([
      ['[y] answer', 'y'],
      ['City: ', '\u0003'],
    ])
    expect(await askElicitation(form, screen.options)).toEqual({ action: 'cancel' })
    expect(screen.interrupts()).toBe(1)
  })

  it('shows a URL and waits', async () => {
    const request: ElicitationRequestedEvent = {
      type: 'elicitation.requested',
      requestId: 'e',
      mode: 'url',
      message: 'Log in',
      url: 'https://login.example/\u001b[2J',
    }
    const screen = terminal([['[Enter]', '\r']])
    expect(await askElicitation(request, screen.options)).toEqual({ action: 'accept' })
    expect(screen.seen()).toContain('  open https://login.example/\n')
  })

  it('of an unknown mode is cancelled', async () => {
    const request: ElicitationRequestedEvent = { ...form, mode: 'hologram' }
    expect(await askElicitation(request, terminal([]).options)).toEqual({ action: 'cancel' })
  })
})
