import { CapstanError } from '../../core/capstan-error.ts'
import type { AgentIdentityInput } from '../identity.ts'
import type { Sessions } from '../sessions.ts'
import { relayAgents, type RelayAgents } from './agents.ts'
import { relayChannels, type RelayChannels } from './channels.ts'
import { RelayEventSource, type RelayEvents } from './events.ts'
import { relayDeliveries, type RelayDeliveries, relayInbox, type RelayInbox } from './inbox.ts'
import { type RelayMessages, relayMessages, type RelayThreads, relayThreads } from './messages.ts'
import { RelayScope, unsupported } from './scope.ts'

type Unsupported<Names extends string> = Readonly<Record<Names, () => Promise<never>>>

/** Relay's messaging interface over these sessions. Calls without a counterpart reject with `RELAY_UNSUPPORTED`. */
export interface RelayMessagingAdapter {
  readonly capabilities: {
    serverDeliveryState: boolean
    durableDelivery: boolean
    durableAck: boolean
    durableFail: boolean
    durableDefer: boolean
  }
  readonly agents: RelayAgents
  readonly channels: RelayChannels
  readonly messages: RelayMessages
  readonly threads: RelayThreads
  readonly inbox: RelayInbox
  readonly events: RelayEvents
  readonly deliveries: RelayDeliveries
  readonly integrations: {
    webhooks: Unsupported<'create' | 'list' | 'delete' | 'trigger'>
    subscriptions: Unsupported<'create' | 'list' | 'get' | 'delete'>
  }
  readonly webhooks: Unsupported<
    'createInbound' | 'subscribe' | 'list' | 'delete' | 'subscriptions' | 'unsubscribe'
  >
  /** Relay keeps actions in its own process; actions of these sessions are registered with `sessions.actions`. */
  readonly commands: Unsupported<
    'register' | 'list' | 'delete' | 'invoke' | 'getInvocation' | 'completeInvocation'
  > & { available(): boolean; agentScoped(): boolean }
  readonly nodes: Unsupported<'list' | 'get'>
  readonly placement: Unsupported<'spawn'>
  readonly triggers: Unsupported<'list' | 'create' | 'update' | 'delete'>
  readonly workspace: {
    info(): Promise<{ name: string }>
    fleetNodes: Unsupported<'get' | 'set' | 'inherit'>
  }
  /** The interface of the participant that `agents.register` gave this token; Relay's `createAgentMessaging`. */
  forToken(token: string): RelayMessagingAdapter
}

export interface RelayMessagingOptions {
  /** The person that messages are sent as. Default: `@relay`. */
  identity?: AgentIdentityInput
}

/** The adapter of the person in the options. */
export async function openRelayMessaging(
  sessions: Sessions,
  { identity = { name: 'relay', handle: 'relay' } }: RelayMessagingOptions,
): Promise<RelayMessagingAdapter> {
  const self = await sessions.durably(() => sessions.join(identity))
  return adapterOf(new RelayScope(sessions, self), new Map())
}

/** `tokens` has the ids of the registered participants. */
function adapterOf(scope: RelayScope, tokens: Map<string, string>): RelayMessagingAdapter {
  const events = new RelayEventSource(scope)
  const inbox = relayInbox(scope)
  return {
    capabilities: {
      serverDeliveryState: true,
      durableDelivery: true,
      durableAck: true,
      durableFail: false,
      durableDefer: false,
    },
    agents: relayAgents(scope, tokens),
    channels: relayChannels(scope),
    messages: relayMessages(scope, (event) => events.emit(event)),
    threads: relayThreads(scope),
    inbox,
    events,
    deliveries: relayDeliveries(scope, inbox),
    integrations: {
      webhooks: none('integrations.webhooks', ['create', 'list', 'delete', 'trigger']),
      subscriptions: none('integrations.subscriptions', ['create', 'list', 'get', 'delete']),
    },
    webhooks: none('webhooks', [
      'createInbound',
      'subscribe',
      'list',
      'delete',
      'subscriptions',
      'unsubscribe',
    ]),
    commands: {
      ...none('commands', ['register', 'list', 'delete', 'invoke', 'getInvocation', 'completeInvocation']),
      available: () => false,
      agentScoped: () => false,
    },
    nodes: none('nodes', ['list', 'get']),
    placement: none('placement', ['spawn']),
    triggers: none('triggers', ['list', 'create', 'update', 'delete']),
    workspace: {
      info: async () => ({ name: 'capstan' }),
      fleetNodes: none('workspace.fleetNodes', ['get', 'set', 'inherit']),
    },
    forToken: (token) => {
      const id = tokens.get(token)
      const self = id === undefined ? undefined : scope.sessions.find(id)
      if (self !== undefined) return adapterOf(new RelayScope(scope.sessions, self), tokens)
      throw new CapstanError('WIRE_DENIED', 'Unknown token', { hint: 'Register the agent again.' })
    },
  }
}

function none<Name extends string>(group: string, names: readonly Name[]): Unsupported<Name> {
  const calls = names.map((name) => [name, unsupported(`${group}.${name}`)])
  return Object.fromEntries(calls) as Unsupported<Name>
}
