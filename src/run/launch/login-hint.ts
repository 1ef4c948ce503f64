import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { anyOf } from '../../core/text/any-of.ts'
import { CapstanError } from '../../core/capstan-error.ts'

/** Adds a hint to an error about a missing login or variable. */
export function withLoginHint(error: unknown, { auth }: Pick<AgentDefinition, 'auth'>): unknown {
  if (!CapstanError.isInstance(error) || error.hint !== undefined) return error
  const { message } = error
  const [, variable] = missingVariable.map((form) => form.exec(message)).find((found) => found !== null) ?? []
  if (variable !== undefined) {
    return Object.assign(error, {
      hint: `Set env to pass ${variable} to the agent, such as { ${variable}: process.env.${variable} }.`,
      commandHint: `Set ${variable} and add --env ${variable}.`,
    })
  }
  if (error.code !== 'AUTH_ERROR') return error
  const { login, variables } = auth
  const ways = [
    ...(login === undefined ? [] : [`run ${login}`]),
    ...(variables.length === 0 ? [] : [`set ${anyOf(variables.slice(0, 3))}`]),
  ]
  if (ways.length === 0) return error
  const words = ways.join(', or ')
  return Object.assign(error, { hint: `${words.charAt(0).toUpperCase()}${words.slice(1)}.` })
}

/** As agents write it: `Missing environment variable: NAME`, `environment variable NAME is not set`. */
const missingVariable = [
  /[Mm]issing (?:required )?env\w* var\w*:? [`'"]?([A-Z][A-Z0-9_]+)/,
  /[Ee]nv\w* var\w* [`'"]?([A-Z][A-Z0-9_]+)[`'"]? (?:is |was )?(?:not set|not found|missing|required)/,
]
