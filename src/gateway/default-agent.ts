import { CapstanError } from '../core/capstan-error.ts'
import { readinessOf } from './agent-readiness.ts'
import type { ServedAgent } from './served-agent.ts'
import type { ApiParts } from './http/api/api-parts.ts'

/** Finds the agent behind the name `default`; undefined if the gateway serves none. */
export type FindDefaultAgent = () => Promise<ServedAgent | undefined>

/**
 * The agent behind the name `default`, which CopilotKit uses when an app names no agent: the chosen one, otherwise the
 * first installed one, a simulated one last. It is chosen once, so that threads do not change their agent.
 * @throws CapstanError `NOT_SERVED` if the chosen agent is not served.
 */
export function findDefaultAgent(
  parts: Pick<ApiParts, 'agents' | 'client' | 'env'>,
  chosen: string | undefined,
): FindDefaultAgent {
  const { agents, client } = parts
  if (chosen !== undefined && !agents.has(chosen)) {
    throw new CapstanError('NOT_SERVED', `The default agent ${chosen} is not served`, {
      hint: `Choose one of ${[...agents.keys()].join(', ')}.`,
    })
  }
  const firstInstalled = async (): Promise<string | undefined> => {
    const ready = await readinessOf(parts)
    const ids = [...agents.keys()]
    const simulated = new Set(
      client.adapters.list().flatMap(({ id, definition }) => (definition.simulated ? [id] : [])),
    )
    const real = ids.find((id) => !simulated.has(id) && ready.get(id)?.isInstalled !== false)
    return real ?? ids.find((id) => simulated.has(id)) ?? ids[0]
  }
  let found: Promise<string | undefined> | undefined
  return async () => {
    found ??= chosen === undefined ? firstInstalled() : Promise.resolve(chosen)
    return agents.get('default') ?? agents.get((await found) ?? '')
  }
}
