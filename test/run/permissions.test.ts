import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AgentEvent } from '../../src/events/event.ts'
import type { RunOptions } from '../../src/run/api/options.ts'
import type { PermissionQuestion } from '../../src/run/api/permission-policy.ts'
import type { Run } from '../../src/run/api/run.ts'
import type { Step } from '../../src/testing/sim/scenario.ts'
import { createLab, type Lab, ofType, readAll, textIn } from '../support/sim-lab.ts'

let lab: Lab
beforeEach(() => {
  lab = createLab()
})
afterEach(() => lab.remove())

type Ask = Extract<Step, { step: 'permission' }>
const all: Ask['options'] = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]

/** Starts a turn of these steps. */
function start(steps: Step[], options: Partial<RunOptions> = {}): Run {
  return lab.sim({ prompts: [steps] }).run({ ...lab.options, agent: 'sim', prompt: 'go', ...options })
}

/** What the agent was answered, in its own words. */
async function answerTo(ask: Omit<Ask, 'step'>, options?: Partial<RunOptions>): Promise<unknown> {
  const run = start([{ step: 'permission', ...ask }], options)
  const said = textIn(await readAll(run))
  await run.cancel()
  return (JSON.parse(said.replace('session/request_permission: ', '')) as { result: unknown }).result
}

const selected = (optionId: string): unknown => ({ outcome: { outcome: 'selected', optionId } })
const cancelled = { outcome: { outcome: 'cancelled' } }

describe('a policy', () => {
  it.each([
    ['refuses a write by default', undefined, 'edit', all, selected('no')],
    ['refuses a command by default', undefined, 'execute', all, selected('no')],
    ['allows a read, and only once', undefined, 'read', all, selected('once')],
    ['allow prefers once over always', 'allow', 'edit', all, selected('once')],
    ['deny never selects an option that allows', 'deny', 'edit', all.slice(0, 2), cancelled],
    ['deny selects an option that refuses', 'deny', 'read', all, selected('no')],
    ['allow selects always if no other option allows', 'allow', 'edit', all.slice(0, 1), selected('always')],
  ] as const)('%s', async (_, permissions, kind, options, expected) => {
    const given = permissions === undefined ? {} : { permissions }
    const rawInput = { path: 'notes.txt' }
    expect(await answerTo({ kind, rawInput, options: [...options] }, given)).toEqual(expected)
  })

  it.each([
    ['yolo', selected('once')],
    ['deny', selected('no')],
  ] as const)('can be set by the approval mode %s', async (approvalMode, expected) => {
    expect(await answerTo({ kind: 'edit', options: all }, { approvalMode })).toEqual(expected)
  })

  it('refuses a read outside of the workspace by default', async () => {
    const rawInput = { file_path: '/etc/passwd' }
    expect(await answerTo({ kind: 'read', rawInput, options: all })).toEqual(selected('no'))
  })

  it('function gets the action, whatever the title says', async () => {
    const questions: Omit<PermissionQuestion, 'request' | 'unknownFields'>[] = []
    const rawInput = { command: 'rm -rf build', cwd: '/repo' }
    const outcome = await answerTo(
      { title: 'Tidy up', kind: 'execute', rawInput, options: all },
      {
        permissions: ({ kind, tool, paths, command }) => {
          questions.push({ kind, tool, paths, command })
          return command?.startsWith('rm') ? 'deny' : 'allow'
        },
      },
    )
    expect(outcome).toEqual(selected('no'))
    expect(questions).toEqual([
      { kind: 'execute', tool: undefined, paths: ['/repo'], command: 'rm -rf build' },
    ])
  })

  it('function gets the tool name of the earlier call', async () => {
    const client = lab.bare(`
      on['session/prompt'] = ({ id }) => {
        send(
          update({ sessionUpdate: 'tool_call', toolCallId: 'c1', name: 'Bash', title: 'ls', kind: 'execute', rawInput: { command: 'ls' } }),
          { id: 'p', method: 'session/request_permission', params: {
            sessionId: 's1', toolCall: { toolCallId: 'c1' }, options: [{ optionId: 'y', name: 'Y', kind: 'allow_once' }] } },
        )
        on[undefined] = ({ result }) => send(say(JSON.stringify(result.outcome)), { id, result: { stopReason: 'end_turn' } })
      }
    `)
    const result = await client.ask('bare', 'go', {
      ...lab.options,
      permissions: ({ tool, kind, command }) =>
        tool === 'Bash' && kind === 'execute' && command === 'ls' ? 'deny' : 'allow',
    })
    expect(result.text).toBe('{"outcome":"cancelled"}')
  })

  it('function that throws refuses with a warning', async () => {
    const run = start([{ step: 'permission', options: all }], {
      permissions: () => {
        throw new Error('no idea')
      },
    })
    const { text, warnings } = await run.result()
    expect(text).toContain('"optionId":"no"')
    expect(warnings).toEqual(['The permission policy failed: no idea'])
    await run.cancel()
  })
})

describe('an action that Capstan performs for an agent', () => {
  const write: Step = {
    step: 'ask-client',
    method: 'fs/write_text_file',
    params: { sessionId: '$sessionId', path: '$path', content: 'new' },
  }
  const at = (path: string): Step => ({ ...write, params: { ...write.params, path } })

  it('is refused by the policy', async () => {
    const path = join(lab.workspace, 'a.txt')
    const run = start([at(path)])
    const events = await readAll(run)
    expect(textIn(events)).toBe(
      `fs/write_text_file: {"error":{"code":-32000,"message":"Write ${path} was refused"}}\n`,
    )
    expect(ofType(events, 'permission.requested')).toMatchObject([
      { title: `Write ${path}`, subject: { type: 'tool-call', toolCall: { kind: 'edit' } } },
    ])
    expect(ofType(events, 'permission.resolved')).toMatchObject([
      { outcome: { type: 'selected', optionId: 'refuse' } },
    ])
    expect(existsSync(path)).toBe(false)
    await run.cancel()
  })

  it('may not write a file that the agent may read', async () => {
    const path = join(lab.workspace, 'a.txt')
    const ask: Step = { step: 'permission', kind: 'read', rawInput: { path }, options: all }
    const run = start([ask, at(path)])
    await run.result()
    expect(existsSync(path)).toBe(false)
    await run.cancel()
  })

  it('needs no second question if the agent has asked', async () => {
    const path = join(lab.workspace, 'a.txt')
    const ask: Step = { step: 'permission', kind: 'edit', rawInput: { path }, options: all }
    const run = start([ask, at(path)], { permissions: 'allow' })
    expect(ofType(await readAll(run), 'permission.requested')).toHaveLength(1)
    expect(readFileSync(path, 'utf8')).toBe('new')
    await run.cancel()
  })

  it('runs an allowed command and asks for any other', async () => {
    const ask: Step = {
      step: 'permission',
      kind: 'execute',
      rawInput: { command: 'true "a b"' },
      options: all,
    }
    const open = (command: string, args: string[]): Step => ({
      step: 'ask-client',
      method: 'terminal/create',
      params: { sessionId: '$sessionId', command, args },
    })
    const run = start([ask, open('true', ['a b']), open('touch', ['evil'])], {
      permissions: ({ command }) => (command === 'true "a b"' ? 'allow' : 'deny'),
    })
    const events = await readAll(run)
    expect(ofType(events, 'permission.requested')).toHaveLength(2)
    expect(textIn(events)).toContain('"message":"Run touch evil was refused"')
    expect(existsSync(join(lab.workspace, 'evil'))).toBe(false)
    await run.cancel()
  })

  it('runs command lines in a shell, once allowed', async () => {
    const open = (command: string): Step => ({
      step: 'ask-client',
      method: 'terminal/create',
      params: { sessionId: '$sessionId', command },
    })
    const ask: Step = {
      step: 'permission',
      kind: 'execute',
      rawInput: { command: 'echo a > b' },
      options: all,
    }
    const prompts = [[ask, open('echo a > b'), open('touch evil')]]
    const asked: unknown[] = []
    const file = join(lab.workspace, 'b')
    const isWritten = (): boolean => existsSync(file) && readFileSync(file, 'utf8') === 'a\n'
    const run = lab.sim({ prompts }, { acp: { terminalLines: true } }).run({
      ...lab.options,
      agent: 'sim',
      prompt: 'go',
      permissions: async ({ command }) => {
        asked.push(command)
        if (command === 'echo a > b') return 'allow'
        // The end of the turn would end the first command: it has its time while the second is asked about.
        await vi.waitUntil(isWritten, 10_000)
        return 'deny'
      },
    })
    const events = await readAll(run)
    expect(asked).toEqual(['echo a > b', "/bin/sh -c 'touch evil'"])
    expect(isWritten()).toBe(true)
    expect(textIn(events)).toContain("Run /bin/sh -c 'touch evil' was refused")
    expect(existsSync(join(lab.workspace, 'evil'))).toBe(false)
  })
})

describe('a person', () => {
  /** Answers the first event of a type with what is given. */
  async function answer(run: Run, respond: (event: AgentEvent) => void): Promise<AgentEvent[]> {
    const events: AgentEvent[] = []
    for await (const event of run) {
      events.push(event)
      respond(event)
    }
    await run.cancel()
    return events
  }

  it('allows a request by its id', async () => {
    const run = start([{ step: 'permission', options: all }], { permissions: 'ask' })
    const events = await answer(run, (event) => {
      if (event.type === 'permission.requested') run.respond(event.requestId, { optionId: 'always' })
    })
    expect(textIn(events)).toContain('"optionId":"always"')
    expect(ofType(events, 'permission.resolved')).toMatchObject([
      { outcome: { type: 'selected', optionId: 'always' } },
    ])
  })

  it('can correct an invalid answer', async () => {
    const run = start([{ step: 'permission', options: all }], { permissions: 'ask' })
    const events = await answer(run, (event) => {
      if (event.type !== 'permission.requested') return
      expect(() => run.respond(event.requestId, { optionId: 'perhaps' })).toThrow(
        'must be one of always, once, no',
      )
      run.respond(event.requestId, 'deny')
    })
    expect(textIn(events)).toContain('"optionId":"no"')
  })

  it('fills in a form', async () => {
    const run = start([{ step: 'elicit', message: 'Your name?' }], { permissions: 'ask' })
    const events = await answer(run, (event) => {
      if (event.type === 'elicitation.requested') {
        run.respond(event.requestId, { action: 'accept', content: { name: 'Ada' } })
      }
    })
    expect(textIn(events)).toBe(
      'elicitation/create: {"result":{"action":"accept","content":{"name":"Ada"}}}\n',
    )
  })

  it('may take longer than the inactivity timeout', async () => {
    const run = start([{ step: 'permission', options: all }], {
      permissions: 'ask',
      inactivityTimeoutMs: 500,
    })
    for await (const event of run) {
      if (event.type !== 'permission.requested') continue
      await new Promise((resolve) => setTimeout(resolve, 800))
      run.respond(event.requestId, 'allow')
    }
    expect(await run.result()).toMatchObject({ stopReason: 'end-turn' })
    await run.cancel()
  })

  it('may be asked by a policy function, without a timeout', async () => {
    const run = start([{ step: 'permission', options: all }], {
      permissions: async () => {
        await new Promise((resolve) => setTimeout(resolve, 800))
        return 'allow' as const
      },
      inactivityTimeoutMs: 500,
    })
    expect(await run.result()).toMatchObject({ stopReason: 'end-turn' })
    await run.cancel()
  })

  it('need not answer after an interrupt', async () => {
    const path = join(lab.workspace, 'a.txt')
    const write: Step = {
      step: 'ask-client',
      method: 'fs/write_text_file',
      params: { sessionId: '$sessionId', path, content: 'new' },
    }
    const run = start([{ step: 'ignore-cancel' }, write, { step: 'permission', options: all }], {
      permissions: 'ask',
    })
    const events = await answer(run, (event) => {
      if (event.type === 'permission.requested') void run.interrupt()
    })
    expect(textIn(events)).toBe(
      `fs/write_text_file: {"error":{"code":-32000,"message":"Write ${path} was refused"}}\n` +
        'session/request_permission: {"result":{"outcome":{"outcome":"cancelled"}}}\n',
    )
  })

  it('is not awaited without a reader', async () => {
    const run = start([{ step: 'permission', title: 'Tidy up', options: all }], { permissions: 'ask' })
    const { text, warnings } = await run.result()
    expect(text).toContain('"optionId":"no"')
    expect(warnings).toEqual([`Tidy up was refused: no reader of the run's events could answer`])
    await run.cancel()
  })

  it('is not awaited if the result is requested later', async () => {
    const run = start([{ step: 'permission', options: all }], { permissions: 'ask' })
    await expect.poll(() => lab.received('session/request_permission').length).toBe(1)
    expect((await run.result()).text).toContain('"optionId":"no"')
    await run.cancel()
  })

  it('may answer from the events of the session', async () => {
    const client = lab.sim({ prompts: [[{ step: 'permission', options: all }]] })
    const session = await client.session('sim', { ...lab.options, permissions: 'ask' })
    const run = session.run('go')
    session.subscribe((event) => {
      if (event.type === 'permission.requested') queueMicrotask(() => run.respond(event.requestId, 'allow'))
    })
    expect((await run.result()).text).toContain('"optionId":"once"')
    await session.close()
  })

  it('cannot answer an unknown request', async () => {
    const run = start([])
    await run.result()
    expect(() => run.respond('permission-1', 'allow')).toThrow('The request permission-1 is not open')
    await run.cancel()
  })
})

describe('an agent that asks for permission by elicitation', () => {
  const source = `
    const ask = (message, values) => send({ id: 'q', method: 'elicitation/create', params: { sessionId: 's1', mode: 'form',
      message, requestedSchema: { type: 'object', properties: { value: { type: 'string', enum: values } } } } })
    let turn
    on['session/prompt'] = ({ id, params }) => {
      turn = id
      ask(params.prompt[0].text, ['Approve', 'Deny'])
    }
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, result } = JSON.parse(line)
      if (id === 'q') send(say(JSON.stringify(result)), { id: turn, result: { stopReason: 'end_turn' } })
    })`
  const approvalForm = { message: '^Allow tool: ', field: 'value', approve: 'Approve', deny: 'Deny' }
  const begin = (prompt: string, permissions: RunOptions['permissions']): Run =>
    lab
      .bare(source, { acp: { approvalForm } })
      .run({ ...lab.options, agent: 'bare', prompt, ...(permissions === undefined ? {} : { permissions }) })

  it.each([
    ['allow', '{"action":"accept","content":{"value":"Approve"}}'],
    ['allow-reads', '{"action":"accept","content":{"value":"Deny"}}'],
    ['deny', '{"action":"accept","content":{"value":"Deny"}}'],
  ] as const)('is answered by the policy %s', async (policy, answer) => {
    const events = await readAll(begin('Allow tool: write\nPath: new.txt', policy))
    expect(ofType(events, 'permission.requested')).toMatchObject([
      { title: 'Allow tool: write', description: 'Path: new.txt' },
    ])
    expect(textIn(events)).toBe(answer)
  })

  it('asks once for a write that Capstan does for the agent', async () => {
    const path = join(lab.options.cwd ?? '', 'new.txt')
    const writes = source.replace(
      `if (id === 'q') send(`,
      `if (id === 'q') send({ id: 'w', method: 'fs/write_text_file', params: { sessionId: 's1', path: ${JSON.stringify(path)}, content: 'x' } })
       if (id === 'w') send(`,
    )
    const write = '^Allow tool: write\\nPath: (?<path>[^\\n]+)'
    const run = lab.bare(writes, { acp: { approvalForm: { ...approvalForm, write } } }).run({
      ...lab.options,
      agent: 'bare',
      prompt: 'Allow tool: write\nPath: new.txt',
      // In the sandbox Capstan writes no file for an agent.
      sandbox: false,
      permissions: () => 'allow',
    })
    const events = await readAll(run)
    expect(ofType(events, 'permission.requested').map(({ title }) => title)).toEqual(['Allow tool: write'])
    expect(readFileSync(path, 'utf8')).toBe('x')
  })

  it('asks a person with other forms', async () => {
    const run = begin('Which color?', 'allow')
    const types: string[] = []
    for await (const event of run) {
      types.push(event.type)
      if (event.type === 'elicitation.requested') run.respond(event.requestId, { action: 'decline' })
    }
    expect(types).toContain('elicitation.resolved')
    expect(types).not.toContain('permission.requested')
  })
})

describe('a rule', () => {
  const command = { kind: 'execute', rawInput: { command: 'npm test' } } as const
  const permissions = { policy: 'ask', commands: { allow: ['npm test'], deny: ['git push *'] } } as const

  it('never makes the agent stop asking', async () => {
    const options = all.filter(({ optionId }) => optionId !== 'once')
    expect(await answerTo({ ...command, options }, { permissions })).toEqual(selected('no'))
    expect(await answerTo({ ...command, options: all }, { permissions })).toEqual(selected('once'))
    const rawInput = { path: 'notes.txt' }
    expect(await answerTo({ kind: 'read', rawInput, options }, {})).toEqual(selected('no'))
  })

  it('that refuses gets every later question, whatever a person answers', async () => {
    const ask: Step = { step: 'permission', kind: 'execute', rawInput: { command: 'git log' }, options: all }
    const run = start([ask], { permissions })
    const events: AgentEvent[] = []
    for await (const event of run) {
      events.push(event)
      if (event.type === 'permission.requested') run.respond(event.requestId, 'allow-always')
    }
    await run.cancel()
    expect(textIn(events)).toContain('"optionId":"once"')
    expect(ofType(events, 'notice').map(({ title }) => title)).toContain(
      'The call was allowed once: rules that refuse commands or tools need every question of the agent',
    )
  })
})
