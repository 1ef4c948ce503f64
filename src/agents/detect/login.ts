import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../process/run-command.ts'
import { stripTerminalCodes } from '../../process/strip-terminal-codes.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import { passedOnTo } from '../launch/passed-on.ts'

/** Existing variables and files that could hold a login. Names only: no value is read. */
export interface LoginSigns {
  readonly variables: string[]
  readonly files: string[]
}

export interface LoginPlace {
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Finds existing variables and files that could hold a login. Starts no process. */
export function loginSigns({ auth }: AgentDefinition, { home, environment }: LoginPlace): LoginSigns {
  return {
    variables: auth.variables.filter((variable) => environment[variable]),
    files: auth.files.filter((file) => existsSync(join(home, file))),
  }
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
