import type { Stats } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { bridgeFolder, searchFolders } from '../../agents/detect/find-binary.ts'
import { findAgentProgram, findProgram } from '../../agents/detect/find-program.ts'
import { type LaunchPlan, runFolder } from '../../agents/launch/launch-plan.ts'
import { namedVariables } from '../../agents/launch/named-variables.ts'
import { notInstalledError } from '../../agents/install/not-installed-error.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { ValidationError } from '../../core/validation-error.ts'
import { buildEnvironment, type EnvironmentOptions } from '../../process/environment.ts'
import { startProcess } from '../../process/start-process.ts'
import { jsonVariables } from './json-variables.ts'
import { Launched } from './launched.ts'
import { startWords } from './node-script.ts'
import { fillProgramFolder } from './program-folder.ts'
import { RunFolder } from './run-folder.ts'
import { type SandboxOptions, sandboxWords } from './sandbox.ts'
import { secretVariables } from './secrets.ts'

// Importing it as a module loads its streams too.
const { statSync } = process.getBuiltinModule('node:fs')

export interface LaunchOptions {
  plan: LaunchPlan
  definition: AgentDefinition
  cwd: string
  /** The caller's variables: programs are looked for by them, and the agent gets those that the plan passes on. */
  environment: Readonly<Record<string, string | undefined>>
  /** Variables for the agent beside those; they win. */
  extraEnvironment?: Readonly<Record<string, string>>
  /** Starts it in bubblewrap, with these folders of the user's. */
  sandbox?: Pick<SandboxOptions, 'additionalDirectories' | 'isWritable'>
  /** Secrets that reach the agent otherwise than by its variables. */
  secrets?: readonly string[]
  /** Gets what the agent writes to stderr, without secrets. */
  onStderr?: (text: string) => void
  /** Stops the start. Once the agent runs, it is stopped with `stop`. */
  signal?: AbortSignal
}

/**
 * Starts an agent as planned. It gets the variables that the plan names and nothing else of the caller's.
 * @throws ValidationError for a folder that is none; CapstanError `AGENT_NOT_INSTALLED`, `AGENT_NOT_STARTED` or
 * `ABORTED`. Nothing is left behind then.
 */
export async function launch(options: LaunchOptions): Promise<Launched> {
  const { plan, cwd, signal } = options
  if (signal?.aborted) throw abortedError(options)
  requireFolder(cwd)
  const { program, own, set } = locate(options)
  const { acp, cutsOutput } = options.definition
  const [command, ...before] = acp?.own
    ? [process.execPath, program]
    : startWords(program, { blocksOutput: cutsOutput === true && plan.transport === 'cli' })
  const given = { ...options.environment, ...options.extraEnvironment }
  const folder = await RunFolder.create(plan, { cwd, environment: given })
  const fill = (value: string): string => fillProgramFolder(folder?.fill(value) ?? value, own)
  const environment = shared({
    source: options.environment,
    passOn: [...plan.passedOn, ...namedVariables(options.definition, options.environment)],
    withhold: plan.withheld,
    set: setVariables(options, {
      planned: mapValues(plan.environment, fill),
      found: { ...set, ...keysOf(options) },
    }),
  })
  const secrets = [...secretVariables(environment, options.definition), ...(options.secrets ?? [])]
  try {
    const [start = command, ...words] = [
      ...boxed(options, { programs: [program, own], environment, folder }),
      command,
      ...before,
      ...plan.arguments.map(fill),
    ]
    const running = await startProcess({
      command: start,
      arguments: words,
      environment,
      cwd,
      stdin: plan.transport === 'acp' || plan.longRunning || plan.stdin !== undefined ? 'open' : 'closed',
      secrets,
      onStderr: options.onStderr,
    })
    if (signal?.aborted) {
      await running.stop()
      throw abortedError(options)
    }
    if (plan.stdin !== undefined) running.stdin?.end(plan.stdin)
    return new Launched(running, { program, environment, folder, secrets })
  } catch (error) {
    await folder?.remove()
    throw error
  }
}

/** The words that put a command into a sandbox; none where none is asked for. */
function boxed(
  { sandbox, definition, cwd }: LaunchOptions,
  {
    programs,
    environment,
    folder,
  }: Pick<SandboxOptions, 'programs' | 'environment'> & { folder: RunFolder | undefined },
): string[] {
  if (sandbox === undefined) return []
  const named = (definition.variables ?? []).map((name) => environment[name] ?? '')
  const folders = [...named, folder?.path ?? ''].filter((path) => isAbsolute(path))
  const { keeps = [] } = definition
  return sandboxWords({ ...sandbox, cwd, keeps, folders, programs, environment })
}

/** What is set for the agent: the caller's values win, but for those that Capstan joins or lays over theirs. */
function setVariables(
  { plan, environment, extraEnvironment = {} }: LaunchOptions,
  { planned, found }: { planned: Record<string, string>; found: Record<string, string> },
): Record<string, string> {
  const given = { ...environment, ...planned, ...extraEnvironment }
  // A folder of the run is laid over the one that the caller names.
  const folders = Object.entries(planned).filter(([name]) => plan.environment[name]?.startsWith(runFolder))
  return {
    ...planned,
    ...found,
    ...extraEnvironment,
    ...jsonVariables(plan.jsonEnvironment, given),
    ...Object.fromEntries(folders),
  }
}

function mapValues(
  values: Readonly<Record<string, string>>,
  map: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
}

/** The keys of a chosen provider, from the variables that the user named. @throws CapstanError `AUTH_ERROR` */
function keysOf({ plan, environment, extraEnvironment }: LaunchOptions): Record<string, string> {
  return Object.fromEntries(
    Object.entries(plan.keyVariables ?? {}).map(([name, source]) => {
      const key = extraEnvironment?.[source] ?? environment[source]
      if (key) return [name, key]
      const message = `The provider of ${plan.agent} needs the variable ${source}, which is not set`
      throw new CapstanError('AUTH_ERROR', message, { hint: `Set ${source} to the key of the provider.` })
    }),
  )
}

/** What the agent started last was given, if anybody still has it. */
let lastEnvironment: WeakRef<Record<string, string>> | undefined

/** Agents mostly get the same as the one before: it is kept once for all of them. */
function shared(options: EnvironmentOptions): Record<string, string> {
  const environment = buildEnvironment(options)
  const last = lastEnvironment?.deref()
  if (last !== undefined && isSame(last, environment)) return last
  lastEnvironment = new WeakRef(environment)
  return environment
}

/** `node:util` has it too, and takes longer to load than to compare. */
function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

/** The program of a plan, the agent's own where that is another, and what has to be set for it to find others. */
function locate({ plan, definition, environment }: LaunchOptions): {
  program: string
  own: string
  set: Record<string, string>
} {
  const folders = searchFolders(definition.id, { environment })
  const found = findProgram(definition, plan.command, {
    folders,
    bridgeFolder: bridgeFolder(definition.id, { environment }),
  })
  if (found === undefined) {
    const beside = findAgentProgram(definition, { folders })?.path
    throw notInstalledError(definition, {
      environment,
      ...(beside === undefined ? {} : { bridge: { name: plan.command, beside } }),
    })
  }
  const { programVariable } = (plan.transport === 'acp' && definition.acp) || {}
  const own = programVariable === undefined ? undefined : findAgentProgram(definition, { folders })
  const set = programVariable === undefined || own === undefined ? {} : { [programVariable]: own.program }
  return { program: found.program, own: own?.program ?? found.program, set }
}

/** Synchronous like the search for the program: a way over another thread takes longer than the question. */
function requireFolder(cwd: string): void {
  const stats = statsOf(cwd)
  if (stats?.isDirectory()) return
  const message = stats === undefined ? 'does not exist' : 'is not a folder'
  throw new ValidationError(`The working folder ${cwd} ${message}`, [{ path: ['cwd'], message }], {
    hint: 'Use an existing folder.',
  })
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function abortedError({ plan, signal }: LaunchOptions): CapstanError {
  return new CapstanError('ABORTED', `Starting ${plan.agent} was aborted`, { cause: signal?.reason })
}
