import * as fc from 'fast-check'
import type {
  AgentSessionCapabilities,
  AgentSessionEventType,
} from '../../src/capabilities/ecosystems/relay/index.ts'
import { flag, open, withoutEmpty } from './json.ts'

const eventTypes: AgentSessionEventType[] = [
  'status.changed',
  'status.idle',
  'tool.called',
  'tool.output',
  'message.received',
  'delivery.failed',
  'action.denied',
  'transcript.chunk',
  'file.changed',
  'terminal.screen',
  'usage.updated',
  'session.forked',
  'log',
  'error',
]

const modes = ['immediate', 'next-message', 'next-tool-call', 'on-idle', 'manual'] as const

/** Any members in any order, each once. */
function someOf<Name extends string>(names: readonly Name[]): fc.Arbitrary<Name[]> {
  return fc.shuffledSubarray([...names])
}

const attachments = fc.constantFrom<('text' | 'image')[]>([], ['text'], ['image'], ['text', 'image'])

function withEvents(events: fc.Arbitrary<string[]>): fc.Arbitrary<AgentSessionCapabilities> {
  const sections = open({
    messaging: open({ send: flag, attachments: attachments.map((list) => [...list]) }),
    delivery: open({ queue: flag }),
    events: open({}),
    actions: open({ invoke: flag, expose: flag }),
    lifecycle: open({ pause: flag, resume: flag, fork: flag, snapshot: flag }),
  })
  return fc.tuple(sections, someOf(modes), events, flag).map(([rest, modeList, emits, release]) => {
    const declaration = {
      ...rest,
      messaging: without(rest.messaging, 'receive', { receive: true as const }),
      delivery: without(rest.delivery, 'modes', { modes: modeList }),
      events: without(rest.events, 'emits', { emits: emits as AgentSessionEventType[] }),
      lifecycle: without(rest.lifecycle, 'release', { release }),
    }
    return withoutEmpty(declaration, ['actions'])
  })
}

/** A section with the field it must have, in place of whatever chance put there. */
function without<Section extends object, Fields extends object>(
  section: Section | undefined,
  key: string,
  fields: Fields,
): Section & Fields {
  const rest = Object.entries(section ?? {}).filter(([other]) => other !== key)
  return { ...Object.fromEntries(rest), ...fields } as Section & Fields
}

/**
 * Relay declarations in normal form: lists name each member once, attachments text before image, events by
 * their published names, and there is no empty `actions`. Keys nobody published may be anywhere.
 */
export const relayDeclaration: fc.Arbitrary<AgentSessionCapabilities> = withEvents(someOf(eventTypes))

/** As above, but sessions in the field also emit events beyond the published list. */
export const relayDeclarationWithAnyEvent: fc.Arbitrary<AgentSessionCapabilities> = withEvents(
  fc.uniqueArray(fc.oneof(fc.constantFrom<string>(...eventTypes, 'turn.settled', '__proto__', 'a.b.c')), {
    maxLength: 6,
  }),
)
