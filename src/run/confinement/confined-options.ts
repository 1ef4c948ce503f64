import type { EventSink } from '../../acp/session-options.ts'
import type { Broker } from '../permissions/permission-broker.ts'
import type { Confinement } from './confinement.ts'

interface Listened {
  readonly broker: Broker
  readonly onEvent: EventSink
}

/** Lets a sandbox see the answers and the events of its agent: it opens for an allowed call and closes after it. */
export function confinedOptions<Options extends Listened>(
  options: Options,
  confinement: () => Confinement | undefined,
): Options {
  const { broker, onEvent } = options
  return {
    ...options,
    broker: {
      permission: (request, signal) =>
        broker.permission(request, signal, async (grant) => confinement()?.allowed(request, grant)),
      elicitation: (request, signal) => broker.elicitation(request, signal),
      allowRead: (path) => broker.allowRead(path),
      allowWrite: (path, sessionId) => broker.allowWrite(path, sessionId),
      allowCommand: (command, sessionId) => broker.allowCommand(command, sessionId),
    },
    onEvent: (event) => {
      confinement()?.observe(event)
      return onEvent(event)
    },
  }
}
