import { existsSync, readFileSync } from 'node:fs'
import { runCommand } from '../../process/run-command.ts'
import { stripTerminalCodes } from '../../process/strip-terminal-codes.ts'
import type { AgentDefinition, LoginExpiry } from '../definition/definition.ts'
import { agentFile } from '../launch/agent-file.ts'
import { passedOnTo } from '../launch/passed-on.ts'

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
function hasExpired(path: string, { date, renewal }: LoginExpiry, now: number): boolean {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
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
 * The login status that the agent's program reports offline; undefined without such a command or answer. No proof:
 * programs count an expired token as a login.
 */
export async function askLogin(
  definition: AgentDefinition,
  { path, environment }: { path: string; environment: LoginPlace['environment'] },
): Promise<boolean | undefined> {
  const { check } = definition.auth
  if (check === undefined) return undefined
  const passed = passedOnTo(definition).flatMap((name) => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  try {
    const { stdout, stderr } = await runCommand({
      command: path,
      arguments: check.arguments,
      environment: { ...Object.fromEntries(passed), NO_COLOR: '1' },
      timeout: 30_000,
    })
    const printed = stripTerminalCodes(`${stdout}\n${stderr}`)
    if (new RegExp(check.loggedOut, 'm').test(printed)) return false
    return new RegExp(check.loggedIn, 'm').test(printed) ? true : undefined
  } catch {
    return undefined
  }
}
