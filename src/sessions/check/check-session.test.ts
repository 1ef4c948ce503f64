import { describe, expect, it } from 'vitest'
import type { AgentSession } from '../agent-session.ts'
import { checkSession } from './check-session.ts'

const identity = { id: 'ses_bob', name: 'Bob', handle: 'bob' }
const receiveMessage: AgentSession['receiveMessage'] = (_message, { id }) =>
  Promise.resolve({ status: 'delivered', deliveryId: id })
const minimum: AgentSession = {
  identity,
  receiveMessage,
  capabilities: {
    messaging: { receive: true },
    delivery: { modes: ['immediate'] },
    events: { emits: ['status.changed'] },
    lifecycle: { release: false },
  },
}

/** The issues of the minimal session after a change, as `path message`. */
function issuesWith(change: Record<string, unknown>): string[] {
  try {
    checkSession({ ...minimum, ...change })
    return []
  } catch (error) {
    const { issues } = error as { issues: { path: string[]; message: string }[] }
    return issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  }
}

function declaring(change: Record<string, unknown>): Record<string, unknown> {
  return { capabilities: { ...minimum.capabilities, ...change } }
}

describe('a session', () => {
  it('with the minimum of the published document is valid', () => {
    expect(issuesWith({})).toEqual([])
  })

  it.each(['release', 'pause', 'resume', 'fork', 'snapshot'])(
    'must declare %s if and only if it implements it',
    (name) => {
      const declared = declaring({ lifecycle: { release: false, [name]: true } })
      const method = { [name]: () => Promise.resolve({}) }
      expect(issuesWith({ ...declared, ...method })).toEqual([])
      expect(issuesWith(declared)).toEqual([
        `capabilities.lifecycle.${name} is declared, but the session has no ${name}()`,
      ])
      expect(issuesWith(method)).toEqual([
        `capabilities.lifecycle.${name} is not declared, but the session has ${name}()`,
      ])
    },
  )

  it('needs the events of its modes, or a queue', () => {
    const modes = ['next-tool-call', 'on-idle']
    const events = { emits: ['log'] }
    expect(issuesWith(declaring({ delivery: { modes }, events }))).toEqual([
      'capabilities.delivery.modes has next-tool-call, which needs a queue or the event tool.called',
      'capabilities.delivery.modes has on-idle, which needs a queue or the event status.changed',
    ])
    expect(issuesWith(declaring({ delivery: { modes, queue: true }, events }))).toEqual([])
    expect(
      issuesWith(declaring({ delivery: { modes }, events: { emits: ['tool.called', 'status.changed'] } })),
    ).toEqual([])
  })

  it('rejects unknown modes, attachments and events', () => {
    expect(
      issuesWith({
        identity: { id: '@bob', name: ' ', handle: 'b ob' },
        receiveMessage: undefined,
        onEvent: 'x',
        capabilities: {
          messaging: { receive: false, send: 1, attachments: ['pdf'] },
          delivery: { modes: [], queue: 'yes' },
          events: { emits: ['Status happy', 'log', 'log'] },
          actions: { invoke: 'always', expose: true },
          lifecycle: { pause: 'no' },
        },
      }),
    ).toEqual([
      'identity.name must be text of at most 1000 characters',
      'identity.id must be at most 200 characters without spaces, and begin with @ or # only if it is @ and the handle',
      'identity.handle must be at most 64 letters and digits, with . _ and - inside',
      'receiveMessage must be a function',
      'onEvent must be a function',
      'capabilities.messaging.receive must be true',
      'capabilities.messaging.send must be true or false',
      'capabilities.messaging.attachments has "pdf", which is not one of text, image',
      'capabilities.delivery.modes must name at least one mode',
      'capabilities.delivery.queue must be true or false',
      'capabilities.events.emits has "Status happy", which is not an event type',
      'capabilities.events.emits has duplicates',
      'capabilities.actions.invoke must be true or false',
      'capabilities.lifecycle.release must be true or false',
      'capabilities.lifecycle.pause must be true or false',
    ])
    expect(issuesWith({ capabilities: null })).toEqual(['capabilities must be an object'])
    expect(issuesWith(declaring({ delivery: undefined, events: [], actions: 1, lifecycle: null }))).toEqual([
      'capabilities.delivery.modes must be a list',
      'capabilities.events.emits must be a list',
      'capabilities.actions must be an object',
      'capabilities.lifecycle.release must be true or false',
    ])
  })

  it('reports the first issue in one line', () => {
    expect(() =>
      checkSession({ ...minimum, capabilities: { ...minimum.capabilities, lifecycle: { release: true } } }),
    ).toThrow(
      'Cannot register this session: capabilities.lifecycle.release is declared, but the session has no release()',
    )
    expect(() => checkSession(null as never)).toThrow('Cannot register this session:  must be an object')
  })
})
