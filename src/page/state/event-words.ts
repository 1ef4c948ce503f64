import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'

type EventOf<Type extends AgentSessionEvent['type']> = Extract<AgentSessionEvent, { type: Type }>

const words: { readonly [Type in AgentSessionEvent['type']]?: (event: EventOf<Type>) => string } = {
  'status.changed': ({ status }) => `is ${status}`,
  'tool.called': ({ tool }) => `calls ${tool}`,
  'tool.completed': ({ tool }) => `is done with ${tool}`,
  'tool.failed': ({ tool, error }) => `failed with ${tool}: ${error}`,
  'session.started': () => 'was opened',
  'session.released': () => 'was let go',
  'session.resumed': () => 'goes on',
  'session.forked': () => 'was forked from another',
  'message.received': () => 'got a message',
  'message.sent': ({ messageId }) => `sends ${messageId}`,
  'delivery.accepted': ({ messageId }) => `took ${messageId} for later`,
  'delivery.delivered': ({ messageId }) => `has ${messageId}`,
  'delivery.deferred': ({ messageId }) => `is given ${messageId} later`,
  'delivery.failed': ({ messageId, reason }) => `could not be given ${messageId}: ${reason}`,
  'transcript.chunk': ({ chunk: { role, content, metadata } }) => {
    if (role !== 'agent') return `${role}: ${content}`
    return `${metadata?.['thinking'] === true ? 'thinks' : 'says'}: ${content}`
  },
  'file.changed': ({ operation, path }) => `${operation}s ${path}`,
  'command.started': ({ command }) => `runs ${command}`,
  'command.completed': ({ command }) => `is done with ${command}`,
  'command.failed': ({ command, error }) => `failed to run ${command}: ${error}`,
  log: ({ message }) => message,
  error: ({ error }) => `error: ${error}`,
}

/** An event in a few words; its type for one that there are none for. */
export function eventWords(event: AgentSessionEvent): string {
  const wordsOf = words[event.type] as ((one: AgentSessionEvent) => string) | undefined
  return wordsOf?.(event) ?? event.type
}
