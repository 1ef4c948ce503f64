import { isAbsolute, resolve } from 'node:path'
import type { AgentDefinition } from '../agents/definition.ts'
import { searchFolders } from '../agents/find-binary.ts'
import { findAgentProgram, findProgram } from '../agents/find-program.ts'
import { fileStamp } from '../agents/stamped-cache.ts'

/** The command that starts an agent over ACP, as it stands on this machine now. */
export interface AgentCommand {
  /** The same for the same program, arguments and variables; a hash, because both may hold secrets. */
  readonly key: string
  /** Changes with the version of the agent, the program, and the files that its arguments name. */
  readonly stamp: string
}

export interface AgentCommandOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Variables that the caller sets for the agent. */
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly version?: string | undefined
  /** The version of ACP that is offered, where that is not the newest: it decides what the agent answers. */
  readonly protocolVersion?: 1 | undefined
}

/** The command of an agent; undefined when it does not speak ACP or its program is not on this machine. */
export function agentCommand(
  definition: AgentDefinition,
  { environment = process.env, env = {}, version = '', protocolVersion }: AgentCommandOptions = {},
): AgentCommand | undefined {
  const { acp } = definition
  if (acp === undefined) return undefined
  const folders = searchFolders(definition.id, { environment })
  const program = findProgram(definition, acp.binary, { folders })?.program
  if (program === undefined) return undefined
  const behind =
    acp.programVariable === undefined ? undefined : findAgentProgram(definition, { folders })?.program
  const paths = acp.arguments.filter((word) => !word.startsWith('-')).map((word) => resolve(word))
  const files = [program, ...(behind === undefined ? [] : [behind]), ...paths.filter(isThere)]
  const stamp = fileStamp(files)
  if (stamp === undefined) return undefined
  const variables: Record<string, string> = {
    ...variablesOf(definition, environment),
    ...acp.environment,
    ...env,
  }
  const folder = paths.some(isThere) && !acp.arguments.every((word) => isAbsolute(word)) ? process.cwd() : ''
  const words = [definition.id, protocolVersion ?? '', program, behind ?? '', folder, ...acp.arguments]
  const named = Object.keys(variables)
    .toSorted((one, other) => one.localeCompare(other))
    .map((name) => [name, variables[name]])
  return { key: hash([words, named]), stamp: `${version} ${stamp}` }
}

/** The variables that decide where the agent keeps its things and whom it talks to, and which credentials are set. */
function variablesOf(
  { auth, variables = [] }: AgentDefinition,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const places = ['HOME', ...variables].map((name) => [name, environment[name] ?? ''])
  const credentials = auth.variables.map((name) => [name, environment[name] ? 'set' : ''])
  return Object.fromEntries([...places, ...credentials]) as Record<string, string>
}

function isThere(file: string): boolean {
  return fileStamp([file]) !== undefined
}

function hash(data: unknown): string {
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(JSON.stringify(data)).digest('hex')
}
