import { methods, type MethodContext } from '../../../sessions/wire/methods.ts'
import type { WireMethods } from '../../../sessions/wire/wire-methods.ts'
import { type ApiParts, drivenAgent } from './api-parts.ts'

/** Asks the sessions as other processes do over their socket, as their owner. */
export type MethodCall = <Name extends keyof WireMethods>(
  name: Name,
  params: WireMethods[Name]['params'],
  signal: AbortSignal,
) => Promise<WireMethods[Name]['result']>

export function methodsFor(parts: ApiParts): MethodCall {
  const { sessions } = parts
  return async (name, params, signal) => {
    const context: MethodContext = {
      sessions: sessions.sessions,
      opener: {
        resume: async ({ identity, origin }, given) => {
          // The gateway may serve others now than when it was kept.
          if (origin !== undefined) drivenAgent(parts, origin['agent'])
          return sessions.takeUp(identity.id, given)
        },
      },
      grant: { rights: 'owner' },
      owner: () => sessions.owner(),
      signal,
    }
    return methods[name](context, params)
  }
}
