import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLab, ofType, readAll } from '../support/sim-lab.ts'

/** The ways an agent or its provider fails, as code of the agent; `id` is the request that waits. */
const faults = {
  exit: 'process.exit(7)',
  kill: 'process.kill(process.pid, "SIGKILL")',
  429: 'send({ id, error: { code: 429, message: "no" } })',
  402: 'send({ id, error: { code: -32603, message: "no", data: { status: 402 } } })',
  529: 'send({ id, error: { code: 529, message: "no" } })',
  401: 'send({ id, error: { code: -32603, message: "no", data: { status: 401 } } })',
}

/** The boundaries of a run: before each of these messages, and before its end. The file grows between two of them. */
const boundaries = [
  'initialize',
  'session/new',
  'first thought',
  'text',
  'read',
  'read done',
  'edit',
  'effect',
  'edit done',
  'more text',
  'end',
] as const

type Boundary = (typeof boundaries)[number]

/** An agent that appends a line to a file, and fails at a boundary. */
function agent(failsAt?: Boundary, fault = ''): string {
  const at = (name: Boundary, otherwise: string): string =>
    name === failsAt ? `return void (${fault})` : otherwise
  const tool = (toolCallId: string, kind: string): string =>
    `send(update({ sessionUpdate: 'tool_call', toolCallId: '${toolCallId}', title: '${kind} it', kind: '${kind}', status: 'pending' }))`
  const done = (toolCallId: string): string =>
    `send(update({ sessionUpdate: 'tool_call_update', toolCallId: '${toolCallId}', status: 'completed' }))`
  return `
    const answer = on.initialize
    on.initialize = ({ id, ...rest }) => { ${at('initialize', 'answer({ id, ...rest })')} }
    on['session/new'] = ({ id }) => { ${at('session/new', `send({ id, result: { sessionId: 's1' } })`)} }
    on['session/prompt'] = async ({ id }) => {
      const pause = () => new Promise((resolve) => setTimeout(resolve, 5))
      ${at('first thought', `send(update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } }))`)}
      await pause()
      ${at('text', `send(say('I append a line.'))`)}
      await pause()
      ${at('read', tool('r', 'read'))}
      await pause()
      ${at('read done', done('r'))}
      await pause()
      ${at('edit', tool('e', 'edit'))}
      await pause()
      ${at('effect', `require('node:fs').appendFileSync(process.cwd() + '/effects.txt', 'once\\n')`)}
      await pause()
      ${at('edit done', done('e'))}
      await pause()
      ${at('more text', `send(say(' Done.'))`)}
      await pause()
      ${at('end', `send({ id, result: { stopReason: 'end_turn' } })`)}
    }
  `
}

describe('a run whose agent fails at an event boundary', () => {
  it.each(boundaries)('repeats no effect after a fault before %s', async (boundary) => {
    const names = Object.keys(faults) as (keyof typeof faults)[]
    const seen = await Promise.all(names.map((fault) => outcomeOf(boundary, fault)))
    expect(seen).toEqual(names.map((fault) => expectedAfter(boundary, fault)))
  })
})

async function outcomeOf(boundary: Boundary, fault: keyof typeof faults): Promise<object> {
  const lab = createLab()
  try {
    // A cool-down is kept per agent: each case has its own.
    const [first, second] = [`ada-${boundary.replaceAll(/\W/g, '-')}-${fault}`, 'bob'] as const
    const client = lab.bares({ [first]: agent(boundary, faults[fault]), [second]: agent() })
    const run = client.run({
      ...lab.options,
      agent: first,
      prompt: 'append a line',
      permissions: 'allow',
      fallback: [second],
    })
    const events = await readAll(run)
    const file = join(lab.workspace, 'effects.txt')
    return {
      fault,
      effects: existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0,
      changes: ofType(events, 'agent.changed').map(({ agent: name, reason }) => [name, reason]),
      end: ofType(events, 'finish')[0]?.stopReason,
      answeredBy: run.agent === second ? 'second' : 'first',
    }
  } finally {
    await lab.remove()
  }
}

function expectedAfter(boundary: Boundary, fault: keyof typeof faults): object {
  const place = (name: Boundary): number => boundaries.indexOf(name)
  const at = place(boundary)
  // Before the prompt, an error with a status is one of the protocol, not of the provider.
  const hasSwitched = ['exit', 'kill'].includes(String(fault))
    ? at <= place('first thought')
    : at >= place('first thought') && at <= place('edit')
  return {
    fault,
    effects: hasSwitched || at > place('effect') ? 1 : 0,
    changes: hasSwitched ? [['bob', reasons[fault]]] : [],
    end: hasSwitched ? 'end-turn' : 'error',
    answeredBy: hasSwitched ? 'second' : 'first',
  }
}

const reasons: Readonly<Record<string | number, string>> = {
  exit: 'crash',
  kill: 'crash',
  429: 'rate-limit',
  402: 'quota',
  529: 'overload',
  401: 'login',
}
