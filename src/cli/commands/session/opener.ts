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
import { variablesOf } from './variables.ts'

/** Where an agent that is not built in comes from: saved with the session, to resume it. */
interface Source {
  /** The file with the user's own agents. */
  agents?: string
  /** The command of an --acp agent. */
  acp?: string
  /** The folder whose configuration applies. */
  config?: string
  /** Whether the agent gets the tools to message others. */
  tools: boolean
}

/** How the daemon starts and resumes sessions, stops agents and loads actions. */
export function sessionOpener(
  log: (message: string) => void,
): Pick<DaemonOptions, 'open' | 'resume' | 'endAgents' | 'readActions'> {
  return {
    open: async (params, context) => {
      const { options, name, handle, snapshot, env } = params
      if (isRecord(snapshot)) {
        const source = sourceOf(isRecord(snapshot['source']) ? snapshot['source'] : {})
        return openSession({ snapshot, ...(isVariables(env) ? { env } : {}) }, { source, context, log })
      }
      if (!isRecord(options) || typeof options['agent'] !== 'string')
        throw new ValidationError('The agent is missing')
      const source = sourceOf(params)
      // The agent's adapter validates these run options.
      const { agent, prompt: _, ...rest } = options as unknown as RunOptions
      return openSession(
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
          `Cannot resume @${identity.handle}: the launch options were not saved`,
          {
            hint: 'Start a new session with capstan session new <agent>.',
          },
        )
      }
      const source = sourceOf(isRecord(origin['source']) ? origin['source'] : {})
      // After a takeover nobody passes variables: those that the session names come from this machine.
      const env = { ...variablesOf(origin, new Map()).env, ...context.env }
      return openSession({ snapshot: origin, env }, { source, context, log })
    },
    endAgents: async () => {
      const { stopAll } = await import('../../../process/start-process.ts')
      await stopAll()
    },
    readActions,
  }
}

function isVariables(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((each) => typeof each === 'string')
}

type Opening = Partial<OpenAgentSessionOptions>

async function openSession(
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
    // A new session gets variables and MCP servers from its command; a snapshot contains neither.
    if (opening.snapshot !== undefined) addSurroundings(values, config)
  }
  const surroundings = await readSurroundings(values, log)
  const client = await openClient(values)
  const attempt = (access: Pick<OpenAgentSessionOptions, 'mcp'>): ReturnType<typeof openAgentSession> =>
    openAgentSession({
      ...surroundings,
      ...opening,
      env: { ...surroundings.env, ...opening.env },
      ...access,
      client,
      sessions,
      source: { ...source },
      onWarning: log,
      // Stops the agent during its start only.
      signal,
    })
  const session = await (source.tools ? openWithTools(attempt, { mcp, warn: log }) : attempt({}))
  // The client disconnected during the start; without a release the session would run unnoticed.
  if (signal.aborted) await session.release?.('canceled while it was starting')
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

/** The source as options of a command line. */
function valuesOf({ agents, acp }: Source): Map<string, readonly string[]> {
  return new Map([['agents', [agents ?? '']], ...(acp === undefined ? [] : [['acp', [acp]] as const])])
}

async function readActions(path: string): Promise<readonly ActionDefinition[]> {
  const { pathToFileURL } = await import('node:url')
  const { statSync } = await import('node:fs')
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new CapstanError('INPUT_UNREADABLE', `${path} does not exist`)
  // Node caches a module by its URL; the time in the query reloads a changed file.
  const address = `${pathToFileURL(path).href}?${found.mtimeMs}`
  const module = (await import(address).catch((cause: unknown) => {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new CapstanError('INPUT_UNREADABLE', `${path} cannot be loaded: ${message}`, { cause })
  })) as { actions?: unknown }
  if (Array.isArray(module.actions) && module.actions.every(isRecord))
    return module.actions as unknown as ActionDefinition[]
  throw new ValidationError(`${path} does not export a list named actions`, [], {
    hint: 'Add: export const actions = [{ name, description, handler }].',
  })
}
