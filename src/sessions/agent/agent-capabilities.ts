import type {
  AgentSessionCapabilities,
  AgentSessionEventType,
} from '../../capabilities/ecosystems/relay/types.ts'
import { type CapabilityProfile, supportOf } from '../../capabilities/profile.ts'

/** The facts that decide the capabilities of an agent session. */
export interface AgentSessionFacts {
  readonly transport: 'acp' | 'cli'
  readonly profile: CapabilityProfile
  /** Whether the agent has Capstan’s MCP server. */
  readonly hasTools: boolean
}

/** Events of both transports. */
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

/** The capabilities of an agent session, from the profile the agent advertised on this transport. */
export function agentCapabilities({
  transport,
  profile,
  hasTools,
}: AgentSessionFacts): AgentSessionCapabilities {
  const can = (id: string): boolean => supportOf(profile, id) === 'supported'
  // A long-running command-line agent accepts input at any time.
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
    events: { emits: transport === 'acp' ? [...shared, 'terminal.output', 'terminal.screen'] : [...shared] },
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
