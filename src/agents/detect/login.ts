import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../process/run-command.ts'
import { stripTerminalCodes } from '../../process/strip-terminal-codes.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import { passedOnTo } from '../launch/passed-on.ts'

/** What could hold a login and is there. Names only: no value is ever read. */
export interface LoginSigns {
  readonly variables: string[]
  readonly files: string[]
}

export interface LoginPlace {
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The variables and files of an agent that could hold a login and are there. Starts nothing. */
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
 * What the agent's own program says of its login, offline; undefined when it has no such command or does not answer.
 * It is no proof: programs count an expired token as a login.
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
