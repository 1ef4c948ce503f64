import type { AgentDefinition } from '../agents/definition.ts'
import { CapstanError } from '../core/capstan-error.ts'

/** Gives an error for a missing login the way to log in, as far as the agent's definition knows one. */
export function withLoginHint(error: unknown, { auth }: Pick<AgentDefinition, 'auth'>): unknown {
  if (!CapstanError.isInstance(error) || error.code !== 'AUTH_ERROR' || error.hint !== undefined) return error
  const { login, variables } = auth
  const ways = [
    ...(login === undefined ? [] : [`run ${login}`]),
    ...(variables.length === 0 ? [] : [`set ${variables.join(' or ')}`]),
  ]
  if (ways.length === 0) return error
  const words = ways.join(', or ')
  return Object.assign(error, { hint: `${words.charAt(0).toUpperCase()}${words.slice(1)}.` })
}
