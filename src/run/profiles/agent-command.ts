import { isAbsolute, resolve } from 'node:path'
import type { AcpTransport, AgentDefinition } from '../../agents/definition/definition.ts'
import type { Detection } from '../../agents/detect/detect.ts'
import { bridgeFolder, searchFolders } from '../../agents/detect/find-binary.ts'
import { findAgentProgram, findProgram } from '../../agents/detect/find-program.ts'
import { fileStamp } from '../../agents/detect/stamped-cache.ts'
import { sha256 } from '../../core/sha256.ts'

/** The command that starts an agent over ACP on this machine. */
export interface AgentCommand {
  /** Identifies the program, arguments and variables; a hash, because they may contain secrets. */
  readonly key: string
  /** Changes with the version of the agent, the program, and the files that its arguments name. */
  readonly stamp: string
}

export interface AgentCommandOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** The caller's variables for the agent. */
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly version?: string | undefined
  /** The offered ACP version if not the newest; the agent's answer depends on it. */
  readonly protocolVersion?: 1 | undefined
  /** The result of a search just done, to avoid a second one. */
  readonly found?: Pick<Detection, 'path' | 'bridge'> | undefined
}

/** The command of an agent; undefined if it does not speak ACP or is not installed. */
export function agentCommand(
  definition: AgentDefinition,
  { environment = process.env, env = {}, version = '', protocolVersion, found }: AgentCommandOptions = {},
): AgentCommand | undefined {
  const { acp } = definition
  if (acp === undefined) return undefined
  const { program, behind } = programsOf(definition, acp, { environment, found })
  if (program === undefined) return undefined
  const named = acp.arguments
    .filter((argument) => !argument.startsWith('-'))
    .map((argument) => resolve(argument))
    .filter((file) => fileStamp([file]) !== undefined)
  const stamp = fileStamp([program, ...(behind === undefined ? [] : [behind]), ...named])
  if (stamp === undefined) return undefined
  const variables: Record<string, string> = {
    ...variablesOf(definition, environment),
    ...acp.environment,
    ...env,
  }
  const folder =
    named.length > 0 && !acp.arguments.every((argument) => isAbsolute(argument)) ? process.cwd() : ''
  const command = [definition.id, protocolVersion ?? '', program, behind ?? '', folder, ...acp.arguments]
  const set = Object.keys(variables)
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((name) => [name, variables[name]])
  return { key: sha256(JSON.stringify([command, set])), stamp: `${version} ${stamp}` }
}

/** The program that speaks ACP, and the agent's own program if a bridge needs its path. */
function programsOf(
  definition: AgentDefinition,
  { binary, programVariable }: AcpTransport,
  {
    environment,
    found,
  }: Required<Pick<AgentCommandOptions, 'environment'>> & Pick<AgentCommandOptions, 'found'>,
): { program: string | undefined; behind: string | undefined } {
  const isPlain = definition.package?.native === undefined && definition.acp?.own === undefined
  if (found !== undefined && isPlain) {
    const program = definition.binaries.includes(binary) ? found.path : found.bridge?.path
    return { program, behind: programVariable === undefined ? undefined : found.path }
  }
  const folders = searchFolders(definition.id, { environment })
  return {
    program: findProgram(definition, binary, {
      folders,
      bridgeFolder: bridgeFolder(definition.id, { environment }),
    })?.program,
    behind: programVariable === undefined ? undefined : findAgentProgram(definition, { folders })?.program,
  }
}

/** The variables for the agent's folders and endpoints, and which credentials are set. */
function variablesOf(
  { auth, variables = [] }: AgentDefinition,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const places = ['HOME', ...variables].map((name) => [name, environment[name] ?? ''])
  const credentials = [...auth.variables, ...(auth.companions ?? [])].map((name) => [
    name,
    environment[name] ? 'set' : '',
  ])
  return Object.fromEntries([...places, ...credentials]) as Record<string, string>
}
