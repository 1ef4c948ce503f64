import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createId } from '../../core/ids.ts'
import type { AskOptions, Client } from '../../run/client.ts'
import type { ProbeResult } from '../../run/probe.ts'
import type { RecordedRequest } from '../provider/script/recording.ts'
import type { Check } from './check.ts'
import { type CheckLog, createCheckLog } from './check-log.ts'
import type { CheckName } from './check-name.ts'
import { connectLazily } from './connect.lazy.ts'
import type { CheckContext, ContractLimits, ContractSettings } from './context.ts'
import { type ContractPrompts, fillPrompt } from './fill-prompt.ts'
import { endMarked, markedProcesses, markVariable } from './marked-processes.ts'
import type { CheckOutcome } from './outcome.ts'
import { bodyText, type ContractProvider, requestsWith } from './provider-requests.ts'
import { readTurn } from './turn.ts'

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
  provider: ContractProvider | undefined
  signal: AbortSignal
}

/** The outcome of a check, and what its agents sent and wrote. */
export interface LoggedOutcome {
  readonly outcome: CheckOutcome
  readonly log: CheckLog
  readonly requests: readonly RecordedRequest[]
}

/** Runs a check in new folders, then ends its processes and removes the folders. */
export async function inContext(
  name: CheckName,
  contextOptions: ContextOptions,
  { check, onError }: { check: Check; onError: (error: unknown) => CheckOutcome },
): Promise<LoggedOutcome> {
  const { client, agent, parent, prompts, settings, handshake, limits, provider, signal } = contextOptions
  // The name of the folder marks the requests of this check; the word is what the check looks for.
  const [mark, word] = [freshWord('check'), freshWord('contract')]
  const root = join(await realpath(parent), `capstan-${mark}`)
  await mkdir(root)
  const [folder, directory] = await Promise.all([
    mkdtemp(join(root, 'workspace-')),
    mkdtemp(join(root, 'directory-')),
  ])
  const log = createCheckLog(contextOptions.options)
  const open: (() => Promise<unknown>)[] = []
  const given = givenOptions(contextOptions, { log, folder, mark })
  const places = { folder, directory, word, mark }
  const asked = prompts[name] ?? check.sim ?? ''
  const turns = typeof asked === 'string' ? [asked] : asked
  const requests: CheckContext['requests'] = () =>
    provider === undefined ? undefined : requestsWith(provider, [mark, word])
  const run: CheckContext['run'] = (changes, prompt = context.prompt) => {
    const started = client.run({ ...sandboxed({ ...given, ...changes }), agent, prompt })
    open.push(() => started.cancel())
    return started
  }
  const promptOf = (turn: number): string => fillPrompt(turns[turn] ?? turns[0] ?? '', places)
  const context: CheckContext = {
    client,
    agent,
    folder,
    directory,
    mark,
    word,
    options: given,
    prompt: promptOf(0),
    promptOf,
    ...settingFor(name, settings),
    isSure: prompts[name] !== undefined || client.adapters.get(agent).definition.simulated === true,
    handshake,
    cancelMs: limits.cancelMs ?? 10_000,
    pauseMs: limits.pauseMs ?? 0,
    requests,
    reached: (text) => requests()?.some((request) => bodyText(request).includes(text)),
    signal,
    run,
    turn: async (changes, prompt) => {
      await using started = run(changes, prompt)
      return await readTurn(started)
    },
    session: async (changes) => {
      const session = await client.session(agent, sandboxed({ ...given, ...changes }))
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
    processes: () => markedProcesses(mark),
  }
  try {
    const outcome = await check.run(context).catch(onError)
    return { outcome, log, requests: requests() ?? [] }
  } finally {
    await Promise.allSettled(open.map((close) => close()))
    await endMarked(mark)
    await rm(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The options of every run of a check. */
function givenOptions(
  { options, signal }: ContextOptions,
  { log, folder, mark }: { log: CheckLog; folder: string; mark: string },
): AskOptions {
  return {
    transport: 'acp',
    // The contract checks whether the agent asks for permission, so an unenforced policy must not stop the run.
    allowUnenforced: true,
    ...options,
    ...log.taps,
    cwd: folder,
    env: { ...options.env, [markVariable]: mark },
    signal,
  }
}

/** `sandbox` is for runs that Capstan would start outside: under other policies it decides by itself, as for users. */
function sandboxed<Options extends Pick<AskOptions, 'sandbox' | 'permissions'>>(options: Options): Options {
  const { sandbox, ...others } = options
  return sandbox === true && options.permissions !== 'allow' ? (others as Options) : options
}

function freshWord(prefix: string): string {
  return createId(prefix).toLowerCase().replaceAll('_', '-')
}

function settingFor(name: CheckName, settings: ContractSettings): Pick<CheckContext, 'setting'> {
  const setting = settings[name as keyof ContractSettings]
  return setting === undefined ? {} : { setting }
}
