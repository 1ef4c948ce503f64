import type { Stats } from 'node:fs'
import { resolve } from 'node:path'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { bridgeFolder, searchFolders } from '../../agents/detect/find-binary.ts'
import { findAgentProgram, findProgram } from '../../agents/detect/find-program.ts'
import type { LaunchPlan } from '../../agents/launch/launch-plan.ts'
import { ownProgram } from '../../agents/definition/definition-policies.ts'
import { runFolder } from '../../agents/launch/launch-request.ts'
import { namedVariables } from '../../agents/launch/named-variables.ts'
import { notInstalledError } from '../../agents/install/not-installed-error.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { ignore } from '../../core/ignore.ts'
import { ValidationError } from '../../core/validation-error.ts'
import { buildEnvironment, type EnvironmentOptions } from '../../process/environment.ts'
import { startProcess } from '../../process/start-process.ts'
import type { UsageMeter } from '../budget/usage-meter.ts'
import type { AgentProxy } from '../confinement/agent-proxy.ts'
import type { Confinement } from '../confinement/confinement.ts'
import { confineAgent, createImports, meterAgent } from '../confinement/confine-agent.lazy.ts'
import type { ConfinementLimits } from '../api/confinement-limits.ts'
import type { BlockedAccess } from '../confinement/confinement-request.ts'
import { jsonVariables } from './json-variables.ts'
import { Launched } from './launched.ts'
import { startCommand } from './node-script.ts'
import { fillProgramFolder } from './program-folder.ts'
import { RunFolder } from './run-folder.ts'
import { secretVariables } from './secrets.ts'

// Importing it as a module loads its streams too.
const { statSync } = process.getBuiltinModule('node:fs')

export interface LaunchOptions {
  plan: LaunchPlan
  definition: AgentDefinition
  cwd: string
  /** The caller's environment: used to find programs; the agent gets the variables that the plan names. */
  environment: Readonly<Record<string, string | undefined>>
  /** Additional variables for the agent; they override the caller's. */
  extraEnvironment?: Readonly<Record<string, string>>
  /** Starts the agent in a sandbox with these limits. */
  confine?: ConfinementLimits
  /** Counts the model calls of the agent, which go through the model proxy. */
  meter?: UsageMeter | undefined
  /** Receives what the sandbox refused. */
  onBlocked?: ((blocked: BlockedAccess) => void) | undefined
  /** Secrets that the agent gets by other means than variables. */
  secrets?: readonly string[]
  /** Receives the agent's stderr, without secrets. */
  onStderr?: (text: string) => void
  /** Aborts the start. A running agent is stopped with `stop`. */
  signal?: AbortSignal
}

/**
 * Starts an agent as planned, with only those variables of the caller that the plan names.
 * @throws ValidationError for a missing folder; CapstanError `AGENT_NOT_INSTALLED`, `AGENT_NOT_STARTED` or `ABORTED`.
 * No process or file is left behind then.
 */
export async function launch(options: LaunchOptions): Promise<Launched> {
  const { plan, cwd, signal } = options
  if (signal?.aborted) throw abortedError(options)
  requireFolder(cwd)
  const { program, own, set } = locate(options)
  const { acp, cutsOutput } = options.definition
  const [command, ...before] = acp?.own
    ? [process.execPath, program]
    : startCommand(program, { blocksOutput: cutsOutput === true && plan.transport === 'cli' })
  const given = { ...options.environment, ...options.extraEnvironment }
  const imports = await importsOf(options)
  const folder = await RunFolder.create(plan, { cwd, environment: given, readSettings: imports?.read })
  const fill = (value: string): string => fillProgramFolder(folder?.fill(value) ?? value, own)
  const environment = shared({
    source: options.environment,
    passOn: [...plan.passedOn, ...namedVariables(options.definition, options.environment)],
    withhold: plan.withheld,
    set: setVariables(options, {
      planned: mapValues(plan.environment, fill),
      found: { ...mapValues(set, fill), ...keysOf(options) },
    }),
  })
  const secrets = [...secretVariables(environment, options.definition), ...(options.secrets ?? [])]
  let confinement: Confinement | undefined
  let proxy: AgentProxy | undefined
  try {
    proxy = await metered(options, environment)
    const seen = proxy?.environment ?? environment
    confinement = await confined(options, {
      imports,
      programs: [program, own, ...scriptsOf(options)],
      environment: seen,
      folders: [folder?.path, proxy?.folder].filter((path) => path !== undefined),
    })
    const words = [command, ...before, ...plan.arguments.map(fill)] as const
    const [start, ...startArguments] = confinement?.command(words) ?? words
    const running = await startProcess({
      command: start,
      arguments: startArguments,
      environment: confinement?.environment ?? seen,
      cwd,
      ...(confinement === undefined
        ? {}
        : { ...confinement.stdio, onChild: (child) => confinement?.attach(child) }),
      stdin: plan.transport === 'acp' || plan.longRunning || plan.stdin !== undefined ? 'open' : 'closed',
      secrets,
      onStderr: options.onStderr,
    })
    if (signal?.aborted) {
      await running.stop()
      throw abortedError(options)
    }
    if (plan.stdin !== undefined) running.stdin?.end(plan.stdin)
    return new Launched(running, { program, environment, folder, secrets, confinement, proxy })
  } catch (error) {
    await confinement?.close()
    await proxy?.close()
    await folder?.remove()
    throw error
  }
}

/** The files that the command of an agent names, as in `node agent.mjs`. Words of a prompt are not among them. */
function scriptsOf({ plan, definition, cwd }: LaunchOptions): string[] {
  const words = (plan.transport === 'acp' && definition.acp?.arguments) || []
  return words.map((word) => resolve(cwd, word)).filter((path) => statsOf(path)?.isFile())
}

type SettingsImports = Awaited<ReturnType<typeof createImports>>

/** How a confined agent gets the user's settings; undefined for an agent without a sandbox. */
async function importsOf({
  confine,
  definition,
  environment,
  extraEnvironment,
}: LaunchOptions): Promise<SettingsImports | undefined> {
  if (confine === undefined) return undefined
  return createImports(definition, { limits: confine, environment: { ...environment, ...extraEnvironment } })
}

/** The sandbox of the agent; undefined if it runs without one. */
async function confined(
  { confine, definition, cwd, environment: caller, extraEnvironment, meter, onBlocked }: LaunchOptions,
  {
    imports,
    programs,
    environment,
    folders,
  }: {
    imports: SettingsImports | undefined
    programs: readonly string[]
    environment: Readonly<Record<string, string>>
    folders: readonly string[]
  },
): Promise<Confinement | undefined> {
  if (confine === undefined || imports === undefined) return undefined
  return confineAgent({
    keys: imports.keys,
    definition,
    cwd,
    limits: confine,
    environment,
    callerEnvironment: { ...caller, ...extraEnvironment },
    programs,
    folders,
    meter,
    onBlocked: onBlocked ?? ignore,
  })
}

/** The model proxy of an agent in an open network; undefined if it has no such network, or nothing counts its model calls. */
async function metered(
  { definition, meter, confine, environment: caller, extraEnvironment, onBlocked }: LaunchOptions,
  environment: Record<string, string>,
): Promise<AgentProxy | undefined> {
  if (meter === undefined || confine?.hosts !== undefined) return undefined
  return meterAgent({
    definition,
    environment,
    callerEnvironment: { ...caller, ...extraEnvironment },
    meter,
    onBlocked: onBlocked ?? ignore,
  })
}

/** The variables of the agent: the caller's values win, except where Capstan merges JSON or overlays a folder. */
function setVariables(
  { plan, environment, extraEnvironment = {} }: LaunchOptions,
  { planned, found }: { planned: Record<string, string>; found: Record<string, string> },
): Record<string, string> {
  const given = { ...environment, ...planned, ...extraEnvironment }
  // A folder of the run overlays the caller's folder.
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

/** The API keys of the chosen provider, from the variables that the user named. @throws CapstanError `AUTH_ERROR` */
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

/** The environment of the last started agent, while still in use. */
let lastEnvironment: WeakRef<Record<string, string>> | undefined

/** Most agents get the same environment: share one object between them to save memory. */
function shared(options: EnvironmentOptions): Record<string, string> {
  const environment = buildEnvironment(options)
  const last = lastEnvironment?.deref()
  if (last !== undefined && isSame(last, environment)) return last
  lastEnvironment = new WeakRef(environment)
  return environment
}

/** Loading `node:util` for its comparison would take longer. */
function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

/** The program of a plan, the agent's own program if a bridge is started, and the variables a bridge needs to find it. */
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
  const set =
    programVariable === undefined || own === undefined
      ? {}
      : plan.program === undefined
        ? { [programVariable]: own.program }
        : { [programVariable]: `${runFolder}/${plan.program}`, [ownProgram]: own.program }
  return { program: found.program, own: own?.program ?? found.program, set }
}

/** Synchronous, because a thread switch takes longer than the call. */
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
