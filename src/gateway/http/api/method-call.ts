import { methods, type MethodContext } from '../../../sessions/wire/methods.ts'
import type { WireMethods } from '../../../sessions/wire/wire-methods.ts'
import { type ApiParts, drivenAgent } from './api-parts.ts'

/** Calls a method of the sessions' wire protocol as the owner. */
export type MethodCall = <Name extends keyof WireMethods>(
  name: Name,
  params: WireMethods[Name]['params'],
  signal: AbortSignal,
) => Promise<WireMethods[Name]['result']>

export function methodsFor(parts: ApiParts): MethodCall {
  const { sessions, closed } = parts
  return async (name, params, signal) => {
    const context: MethodContext = {
      sessions: sessions.sessions,
      opener: {
        resume: async ({ identity, origin }, { signal: given }) => {
          // The gateway may no longer serve the agent of a stored session.
          if (origin !== undefined) drivenAgent(parts, origin['agent'])
          // The session of a thread is opened by its thread, which stores what it says.
          return (await closed.wake(identity.id))
            ? sessions.running(identity.id)
            : sessions.resume(identity.id, given)
        },
      },
      grant: { rights: 'owner' },
      owner: () => sessions.owner(),
      signal,
    }
    return methods[name](context, params)
  }
}
