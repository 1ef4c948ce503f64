import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AcpConnection } from '../../acp/acp-connection.ts'
import { createId } from '../../core/ids.ts'
import type { AskOptions, Client } from '../../run/client.ts'
import type { ProbeResult } from '../../run/probe.ts'
import type { Run } from '../../run/api/run.ts'
import type { RunSession } from '../../run/session.ts'
import type { CheckName } from './check-name.ts'
import { connectLazily } from './connect.lazy.ts'
import { endMarked, type MarkedProcess, markedProcesses, markVariable } from './marked-processes.ts'
import type { CheckOutcome } from './outcome.ts'
import { type ContractPrompts, defaultPrompts, fillPrompt } from './prompts.ts'
import { readTurn, type Turn } from './turn.ts'

/** Time limits in milliseconds. */
export interface ContractLimits {
  /** One check (default: 180,000). */
  checkMs?: number
  /** From the cancel to the end of the turn (default: 10,000). */
  cancelMs?: number
  /** Pause between closing a session and resuming it (default: 0). */
  pauseMs?: number
}

/** The value each check sets (default: any value other than the current one). */
export type ContractSettings = Partial<Record<'model' | 'effort' | 'mode', string>>

/** The tools of a check. */
export interface CheckContext {
  readonly client: Client
  readonly agent: string
  /** The workspace of this check, initially empty. */
  readonly folder: string
  /** A folder outside of the workspace. */
  readonly directory: string
  /** A unique word to search for in events and files. */
  readonly word: string
  readonly prompt: string
  /** The value to set, if the caller gave one. */
  readonly setting?: string
  /** Whether the prompt is known to trigger the checked behavior; if so, a missing effect is a failure. */
  readonly isSure: boolean
  /** The handshake from before the checks. */
  readonly handshake: ProbeResult
  readonly cancelMs: number
  readonly pauseMs: number
  readonly signal: AbortSignal
  readonly run: (options?: AskOptions) => Run
  /** Sends the prompt in a new run and waits until the agent has ended. */
  readonly turn: (options?: AskOptions) => Promise<Turn>
  readonly session: (options?: AskOptions) => Promise<RunSession>
  /** Starts the agent without a session. */
  readonly connect: () => Promise<AcpConnection>
  /** Whether a text has reached the model; undefined if unknown. */
  readonly reached: (text: string) => boolean | undefined
  /** Processes of this check that still run; undefined on systems that do not list them. */
  readonly processes: () => Promise<MarkedProcess[] | undefined>
}

/** One check. A thrown error becomes its outcome. */
export type Check = (context: CheckContext) => Promise<CheckOutcome>

export interface ContextOptions {
  client: Client
  agent: string
  /** The folder in which each check gets its folders. */
  parent: string
  prompts: ContractPrompts
  settings: ContractSettings
  options: AskOptions
  handshake: ProbeResult
  limits: ContractLimits
  reached: CheckContext['reached']
  signal: AbortSignal
}

/** Runs a check in new folders, then ends its processes and removes the folders. */
export async function inContext(
  name: CheckName,
  contextOptions: ContextOptions,
  check: Check,
): Promise<CheckOutcome> {
  const { client, agent, parent, prompts, settings, options, handshake, limits, reached, signal } =
    contextOptions
  const root = await realpath(await mkdtemp(join(parent, 'capstan-contract-')))
  const [folder, directory] = await Promise.all([
    mkdtemp(join(root, 'workspace-')),
    mkdtemp(join(root, 'directory-')),
  ])
  const word = createId('contract').toLowerCase().replaceAll('_', '-')
  const open: (() => Promise<unknown>)[] = []
  // The contract checks whether the agent asks for permission, so an unenforced policy must not stop the run.
  const given: AskOptions = {
    transport: 'acp',
    allowUnenforced: true,
    ...options,
    cwd: folder,
    env: { ...options.env, [markVariable]: word },
    signal,
  }
  const run: CheckContext['run'] = (changes) => {
    const started = client.run({ ...given, ...changes, agent, prompt: context.prompt })
    open.push(() => started.cancel())
    return started
  }
  const context: CheckContext = {
    client,
    agent,
    folder,
    directory,
    word,
    prompt: fillPrompt(prompts[name] ?? defaultPrompts[name] ?? '', { folder, directory, word }),
    ...settingFor(name, settings),
    isSure: prompts[name] !== undefined || client.adapters.get(agent).definition.simulated === true,
    handshake,
    cancelMs: limits.cancelMs ?? 10_000,
    pauseMs: limits.pauseMs ?? 0,
    reached,
    signal,
    run,
    turn: async (changes) => {
      await using started = run(changes)
      return await readTurn(started)
    },
    session: async (changes) => {
      const session = await client.session(agent, { ...given, ...changes })
      open.push(() => session.close())
      signal.addEventListener('abort', () => void session.close(), { once: true })
      return session
    },
    connect: async () => {
      const validated = client.validateRun({ ...given, agent, prompt: 'none', transport: 'acp' })
      const { connection: host, launched } = await connectLazily(validated, signal)
      open.push(async () => {
        host.close()
        await launched.stop()
      })
      signal.addEventListener('abort', () => host.close(), { once: true })
      return host
    },
    processes: () => markedProcesses(word),
  }
  try {
    return await check(context)
  } finally {
    await Promise.allSettled(open.map((close) => close()))
    await endMarked(word)
    await rm(root, { recursive: true, force: true })
  }
}

function settingFor(name: CheckName, settings: ContractSettings): Pick<CheckContext, 'setting'> {
  const setting = settings[name as keyof ContractSettings]
  return setting === undefined ? {} : { setting }
}
