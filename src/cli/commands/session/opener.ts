import { CapstanError } from '../../../core/capstan-error.ts'
import { isRecord } from '../../../core/is-record.ts'
import { ValidationError } from '../../../core/validation-error.ts'
import type { RunOptions } from '../../../run/api/options.ts'
import type { ActionDefinition } from '../../../sessions/action.ts'
import type { OpenAgentSessionOptions } from '../../../sessions/agent/open-agent-session.ts'
import type { DaemonOptions, OpeningContext } from '../../../sessions/daemon/run-daemon.ts'
import { attachConfiguration } from '../configuration/attached.ts'
import { addSurroundings, readSurroundings } from '../configuration/surroundings.ts'
import { openClient } from '../known-agents.ts'

/** Where an agent is known from, beside Capstan's own: kept with the session, to take it up again. */
interface Source {
  /** A file with agents of the user's own. */
  agents?: string
  /** The command of an agent that nobody knows. */
  acp?: string
  /** The folder whose configuration sets agents up. */
  config?: string
  /** Whether the agent gets the tools to write to others. */
  tools: boolean
}

/** How the daemon opens sessions of agents, takes them up again, and ends their agents. */
export function sessionOpener(
  log: (message: string) => void,
): Pick<DaemonOptions, 'open' | 'resume' | 'endAgents' | 'readActions'> {
  return {
    open: async (params, context) => {
      const { options, name, handle } = params
      if (!isRecord(options) || typeof options['agent'] !== 'string')
        throw new ValidationError('No agent is named')
      const source = sourceOf(params)
      // Checked where the agent is known: these are the options of a run.
      const { agent, prompt: _, ...rest } = options as unknown as RunOptions
      return openLive(
        {
          ...rest,
          agent,
          ...(typeof name === 'string' ? { name } : {}),
          ...(typeof handle === 'string' ? { handle: handle.replace(/^@/, '') } : {}),
        },
        { source, context, log },
      )
    },
    resume: async (record, context) => {
      const { origin, identity } = record
      if (origin === undefined) {
        throw new CapstanError(
          'NOT_RESUMABLE',
          `@${identity.handle} cannot be taken up: nothing is kept of how`,
          {
            hint: 'Open a new session with capstan session new <agent>.',
          },
        )
      }
      const source = sourceOf(isRecord(origin['source']) ? origin['source'] : {})
      return openLive({ snapshot: origin }, { source, context, log })
    },
    endAgents: async () => {
      const { stopAll } = await import('../../../process/start-process.ts')
      await stopAll()
    },
    readActions,
  }
}

type Opening = Partial<OpenAgentSessionOptions>

async function openLive(
  opening: Opening,
  { source, context, log }: { source: Source; context: OpeningContext; log: (message: string) => void },
): ReturnType<DaemonOptions['open']> {
  const [{ openAgentSession }, { openWithTools }] = await Promise.all([
    import('../../../sessions/agent/open-agent-session.ts'),
    import('../../../sessions/agent/open-with-tools.ts'),
  ])
  const { sessions, mcp, signal } = context
  const values = valuesOf(source)
  if (source.config !== undefined) {
    const config = await attachConfiguration(values, { folder: source.config, log })
    // A new session gets both from the command that opens it; a resumed one keeps neither.
    if (opening.snapshot !== undefined) addSurroundings(values, config)
  }
  const surroundings = await readSurroundings(values, log)
  const client = await openClient(values)
  const attempt = (access: Pick<OpenAgentSessionOptions, 'mcp'>): ReturnType<typeof openAgentSession> =>
    openAgentSession({
      ...surroundings,
      ...opening,
      ...access,
      client,
      sessions,
      source: { ...source },
      onWarning: log,
      // Ends the agent while it starts; once it is open nobody aborts it.
      signal,
    })
  const session = await (source.tools ? openWithTools(attempt, { mcp, warn: log }) : attempt({}))
  // Whoever asked for it went at the last moment, and nobody would know of it.
  if (signal.aborted) await session.release?.('it was given up before it was open')
  return session
}

function sourceOf(params: Readonly<Record<string, unknown>>): Source {
  const { agents, acp, config, tools } = params
  return {
    ...(typeof config === 'string' ? { config } : {}),
    ...(typeof agents === 'string' ? { agents } : {}),
    ...(typeof acp === 'string' ? { acp } : {}),
    tools: tools !== false,
  }
}

/** The same as the options of a command line. */
function valuesOf({ agents, acp }: Source): Map<string, readonly string[]> {
  return new Map([['agents', [agents ?? '']], ...(acp === undefined ? [] : [['acp', [acp]] as const])])
}

async function readActions(path: string): Promise<readonly ActionDefinition[]> {
  const { pathToFileURL } = await import('node:url')
  const { statSync } = await import('node:fs')
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new CapstanError('INPUT_UNREADABLE', `${path} does not exist`)
  // A module is read once by its address: what changed has another.
  const address = `${pathToFileURL(path).href}?${found.mtimeMs}`
  const module = (await import(address).catch((cause: unknown) => {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new CapstanError('INPUT_UNREADABLE', `${path} cannot be loaded: ${message}`, { cause })
  })) as { actions?: unknown }
  if (Array.isArray(module.actions) && module.actions.every(isRecord))
    return module.actions as unknown as ActionDefinition[]
  throw new ValidationError(`${path} exports no list called actions`, [], {
    hint: 'Write: export const actions = [{ name, description, handler }].',
  })
}
