import type {
  AgentSessionCapabilities,
  AgentSessionEventType,
  AgentStatus,
} from '../../capabilities/ecosystems/relay/types.ts'
import { isFinal } from '../status-machine.ts'
import { statusSelectors } from './reported-event.ts'
import { sharedCapabilities } from './shared-capabilities.ts'

/** Events that Capstan emits for every session. */
const managedEvents: readonly AgentSessionEventType[] = [
  'status.changed',
  'status.idle',
  'status.offline',
  'message.received',
  'message.sent',
  'delivery.accepted',
  'delivery.delivered',
  'delivery.deferred',
  'delivery.failed',
  'action.invoked',
  'action.completed',
  'action.failed',
  'action.denied',
  'session.started',
  'session.released',
  'session.resumed',
  'log',
  'error',
]

/** Events that Capstan emits for a person. */
export const personEvents: readonly AgentSessionEventType[] = managedEvents.filter((type) =>
  /^(message|delivery|action)\./.test(type),
)

/**
 * The capabilities of a registered session in a status: the declared ones plus those that Capstan adds. A released or
 * failed session takes no messages; it can only be resumed, and a failed one released. All other statuses keep the
 * delivery modes, because messages wait until the session is back.
 */
export function deriveCapabilities(
  declared: AgentSessionCapabilities,
  status: AgentStatus,
): AgentSessionCapabilities {
  const emits = new Set<AgentSessionEventType>([...declared.events.emits, ...managedEvents])
  if (declared.events.emits.includes('status.changed')) {
    for (const type of Object.keys(statusSelectors)) emits.add(type as AgentSessionEventType)
  }
  if (declared.lifecycle.fork === true) emits.add('session.forked')
  const { release, resume } = declared.lifecycle
  return sharedCapabilities({
    ...declared,
    events: { ...declared.events, emits: [...emits] },
    ...(isFinal(status)
      ? {
          delivery: { modes: [] },
          lifecycle: {
            release: status === 'failed' && release,
            ...(resume === undefined ? {} : { resume }),
          },
        }
      : {}),
  })
}

/** The paths at which two declarations differ. */
export function changedParts(before: AgentSessionCapabilities, after: AgentSessionCapabilities): string[] {
  if (before === after) return []
  const [old, fresh] = [partsOf(before), partsOf(after)]
  return [...new Set([...old.keys(), ...fresh.keys()])].filter((path) => old.get(path) !== fresh.get(path))
}

function partsOf(capabilities: AgentSessionCapabilities): Map<string, string> {
  const groups = Object.entries(capabilities)
  return new Map(
    groups.flatMap(([group, fields]) =>
      Object.entries(fields).map(([name, value]) => [`${group}.${name}`, JSON.stringify(value)] as const),
    ),
  )
}
