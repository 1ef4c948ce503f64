import type { AgentDefinition, LoginExpiry } from '../definition/definition.ts'
import { agentFile } from '../launch/agent-file.ts'

// An import of node:fs would load it with every program that only asks for a profile.
const { existsSync, readFileSync } = process.getBuiltinModule('node:fs')

/** Existing variables and files that could hold a login. Names only: no value leaves this module. */
export interface LoginSigns {
  readonly variables: string[]
  readonly files: string[]
  /** Files whose token has expired and cannot be renewed. */
  readonly expired: string[]
  /** Variables with a value that the agent refuses. */
  readonly refused: string[]
}

export interface LoginPlace {
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The time to compare expiry dates with (default: now). */
  readonly now?: number
}

/** Finds existing variables and files that could hold a login. Starts no process. */
export function loginSigns({ auth }: AgentDefinition, place: LoginPlace): LoginSigns {
  const { home, environment, now = Date.now() } = place
  const { variables, files, together = [], moved, expiry, refused } = auth
  const set = [
    ...variables,
    ...together.filter((names) => names.every((name) => isOn(environment[name]))).flat(),
  ]
  const present = [...new Set(set)].filter((name) => environment[name])
  const isRefused = (name: string): boolean =>
    refused !== undefined && new RegExp(refused.pattern).test(environment[name] ?? '')
  const found = files.filter((file) => existsSync(agentFile(file, { home, moved, environment })))
  const isExpired = (file: string): boolean =>
    file === expiry?.file && hasExpired(agentFile(file, { home, moved, environment }), expiry, now)
  return {
    variables: present.filter((name) => !isRefused(name)),
    files: found.filter((file) => !isExpired(file)),
    expired: found.filter(isExpired),
    refused: present.filter(isRefused),
  }
}

/** Whether a switch or a value is set. */
function isOn(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value)
}

/** False if the file cannot be read: only the agent knows what it holds. */
function hasExpired(file: string, { date, renewal }: LoginExpiry, now: number): boolean {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const until = fieldAt(content, date)
    return typeof until === 'number' && until < now && !fieldAt(content, renewal)
  } catch {
    return false
  }
}

function fieldAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value
  if (typeof value !== 'object' || value === null) return undefined
  return fieldAt((value as Record<string, unknown>)[name], rest)
}

/** Whether an agent works without a login. */
export function needsNoLogin({ auth }: AgentDefinition): boolean {
  return auth.methods.length > 0 && auth.methods.every((method) => method === 'none')
}

/**
 * Whether an agent is logged in, as far as that is known without starting it. `yes`: no login needed, or a variable or file
 * that may hold one exists. `no`: none of the known variables and files exists. `unknown`: the agent's logins are not
 * known, or the system's keychain may hold one.
 */
export type LoginState = 'yes' | 'no' | 'unknown'

export function loginStateOf(
  definition: AgentDefinition,
  place: LoginPlace,
  platform: NodeJS.Platform = process.platform,
): LoginState {
  const { variables, files } = loginSigns(definition, place)
  if (needsNoLogin(definition) || variables.length + files.length > 0) return 'yes'
  const { auth } = definition
  const isListed = auth.variables.length > 0 || auth.files.length > 0
  return isListed && platform === 'linux' ? 'no' : 'unknown'
}
