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

/** How long things may take, in milliseconds. */
export interface ContractLimits {
  /** A whole check; three minutes if not given. */
  checkMs?: number
  /** The end of a turn after it was cancelled; ten seconds if not given. */
  cancelMs?: number
  /** What passes between the end of a session and its return, for an agent that needs a pause; none if not given. */
  pauseMs?: number
}

/** What a session is set to by the check of that name; another value than it has if not given. */
export type ContractSettings = Partial<Record<'model' | 'effort' | 'mode', string>>

/** What a check works with. */
export interface CheckContext {
  readonly client: Client
  readonly agent: string
  /** A folder for this check alone, empty at first. */
  readonly folder: string
  /** Another one, outside of it. */
  readonly directory: string
  /** A word that is nowhere else. */
  readonly word: string
  readonly prompt: string
  /** What a setting is set to, where the caller says it. */
  readonly setting?: string
  /** Whether the prompt is known to bring about what is looked for: then it is a failure if it does not. */
  readonly isSure: boolean
  /** What the agent told before the checks. */
  readonly handshake: ProbeResult
  readonly cancelMs: number
  readonly pauseMs: number
  readonly signal: AbortSignal
  readonly run: (options?: AskOptions) => Run
  /** Gives the prompt in a run of its own and reads it to the end, the end of the agent included. */
  readonly turn: (options?: AskOptions) => Promise<Turn>
  readonly session: (options?: AskOptions) => Promise<RunSession>
  /** The agent without a session, for what only its connection tells. */
  readonly connect: () => Promise<AcpConnection>
  /** Whether a text has reached the model; undefined where nobody can tell. */
  readonly reached: (text: string) => boolean | undefined
  /** What this check started and still runs; undefined where the system does not tell. */
  readonly processes: () => Promise<MarkedProcess[] | undefined>
}

/** One check. What it throws becomes its outcome too. */
export type Check = (context: CheckContext) => Promise<CheckOutcome>

export interface ContextOptions {
  client: Client
  agent: string
  /** Where folders for checks are made. */
  parent: string
  prompts: ContractPrompts
  settings: ContractSettings
  options: AskOptions
  handshake: ProbeResult
  limits: ContractLimits
  reached: CheckContext['reached']
  signal: AbortSignal
}

/** Does a check in folders of its own; whatever it started is ended and the folders are removed. */
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
  // The contract is about ACP, and finds out whether the agent asks: it starts also where nothing is known to hold it.
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
      const { host, launched } = await connectLazily(validated, signal)
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
