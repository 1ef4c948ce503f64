import type { ClientLink } from '../client-link.ts'
import type { A2EHost } from '../host.ts'
import type { HostSession } from '../host-session.ts'
import { createMessageId } from '../messages/wire.ts'
import { A2EError } from '../a2e-error.ts'

/** A link to a host in the same process. Messages are copied, so that neither side can change the other's. */
export function directLink(host: A2EHost): ClientLink {
  let session: HostSession | undefined
  return {
    open: async ({ onMessage, onLost }) => {
      session = host.openSession({
        id: createMessageId(),
        send: (line) => queueMicrotask(() => onMessage(JSON.parse(line))),
        ended: () =>
          queueMicrotask(() =>
            onLost(new A2EError('session_lost', 'The host ended the session'), { again: false }),
          ),
      })
    },
    send: async (line) => session?.receive(JSON.parse(line)),
    close: async () => session?.end(),
  }
}
