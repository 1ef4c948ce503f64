import type { AgentSessionEvent } from '../../../capabilities/ecosystems/relay/events.ts'

type EventOf<Type extends AgentSessionEvent['type']> = Extract<AgentSessionEvent, { type: Type }>

const texts: { readonly [Type in AgentSessionEvent['type']]?: (event: EventOf<Type>) => string } = {
  'status.changed': ({ status }) => `is ${status}`,
  'tool.called': ({ tool }) => `calls ${tool}`,
  'tool.completed': ({ tool }) => `finished ${tool}`,
  'tool.failed': ({ tool, error }) => `${tool} failed: ${error}`,
  'session.started': () => 'started',
  'session.released': () => 'was released',
  'session.resumed': () => 'was resumed',
  'session.forked': () => 'was forked from another session',
  'message.received': () => 'received a message',
  'message.sent': ({ messageId }) => `sent ${messageId}`,
  'delivery.accepted': ({ messageId }) => `queued ${messageId}`,
  'delivery.delivered': ({ messageId }) => `received ${messageId}`,
  'delivery.deferred': ({ messageId }) => `deferred ${messageId}`,
  'delivery.failed': ({ messageId, reason }) => `did not receive ${messageId}: ${reason}`,
  'transcript.chunk': ({ chunk: { role, content, metadata } }) => {
    if (role !== 'agent') return `${role}: ${content}`
    return `${metadata?.['thinking'] === true ? 'thinks' : 'says'}: ${content}`
  },
  'file.changed': ({ operation, path }) => `${operation}s ${path}`,
  'command.started': ({ command }) => `runs ${command}`,
  'command.completed': ({ command }) => `finished ${command}`,
  'command.failed': ({ command, error }) => `failed to run ${command}: ${error}`,
  log: ({ message }) => message,
  error: ({ error }) => `error: ${error}`,
}

/** A short text for an event; its type if there is none. */
export function eventText(event: AgentSessionEvent): string {
  const textOf = texts[event.type] as ((one: AgentSessionEvent) => string) | undefined
  return textOf?.(event) ?? event.type
}
