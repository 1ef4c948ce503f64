import type {
  AgentSessionCapabilities,
  AgentSessionEventType,
} from '../../capabilities/ecosystems/relay/types.ts'
import { type CapabilityProfile, supportOf } from '../../capabilities/profile.ts'

/** What an agent’s session is judged by. */
export interface LiveSession {
  readonly transport: 'acp' | 'cli'
  readonly profile: CapabilityProfile
  /** Whether it was given Capstan’s own MCP server. */
  readonly hasTools: boolean
}

/** On both transports. */
const shared: readonly AgentSessionEventType[] = [
  'status.changed',
  'status.idle',
  'status.active',
  'status.blocked',
  'status.waiting',
  'status.offline',
  'tool.called',
  'tool.completed',
  'tool.failed',
  'tool.output',
  'delivery.delivered',
  'delivery.deferred',
  'delivery.failed',
  'transcript.chunk',
  'file.changed',
  'command.started',
  'command.completed',
  'command.failed',
  'usage.updated',
  'log',
  'error',
]

/** What a session with an agent can do: what the agent advertised when it was started, on the transport it was started by. */
export function agentCapabilities({ transport, profile, hasTools }: LiveSession): AgentSessionCapabilities {
  const can = (id: string): boolean => supportOf(profile, id) === 'supported'
  // An agent that is kept open on its command line always listens.
  const canSteer = transport === 'cli' || can('interaction.steer')
  return {
    messaging: {
      receive: true,
      send: true,
      attachments: ['text', ...(can('prompt.image') ? ['image' as const] : [])],
    },
    delivery: {
      modes: [
        'immediate',
        'next-message',
        ...(canSteer ? ['next-tool-call' as const] : []),
        'on-idle',
        'manual',
      ],
    },
    events: { emits: transport === 'acp' ? [...shared, 'terminal.output'] : [...shared] },
    actions: { invoke: hasTools },
    lifecycle: {
      release: true,
      pause: true,
      resume: can('session.resume'),
      fork: can('session.fork'),
      snapshot: true,
    },
  }
}
