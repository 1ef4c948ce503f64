import { runCommand } from '../../process/run-command.ts'
import { stripTerminalCodes } from '../../core/text/strip-terminal-codes.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import { passedOnTo } from '../launch/passed-on.ts'
import type { LoginPlace } from './login-signs.ts'

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
