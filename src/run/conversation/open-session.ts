import type { SessionHandlers, SessionOptions } from '../../acp/session-options.ts'
import type { AcpSession } from '../../acp/session.ts'
import type { LaunchPlan } from '../../agents/launch/launch-plan.ts'
import type { Launched } from '../launch/launched.ts'
import { withVariableFiles } from '../launch/private-mcp-servers.ts'
import { hidesVariables, type StartedAgent } from '../launch/start-agent.ts'
import type { ValidatedRun } from '../validate/validate.ts'

interface OpeningOptions extends Pick<SessionOptions, 'onEvent'> {
  validated: ValidatedRun
  signal: AbortSignal
  sessionMeta: LaunchPlan['sessionMeta']
}

/** Opens the session of the options: resumed, forked or new. */
export function openSession(
  { connection, launched }: Pick<StartedAgent, 'connection' | 'launched'>,
  opening: OpeningOptions,
  handlers: SessionHandlers,
): Promise<AcpSession> {
  const { sessionId, forkSessionId } = opening.validated.options
  const session = openingOf(launched, opening, handlers)
  if (sessionId !== undefined) return connection.resumeSession(sessionId, session)
  if (forkSessionId !== undefined) return connection.forkSession(forkSessionId, session)
  return connection.createSession(session)
}

/** The options for every session of a conversation. */
export function openingOf(
  launched: Launched,
  { validated, onEvent, signal, sessionMeta }: OpeningOptions,
  handlers: SessionHandlers,
): SessionOptions {
  const { options, definition } = validated
  const { additionalDirectories, systemPrompt, appendSystemPrompt } = options
  const mcpServers =
    launched.folder !== undefined && hidesVariables(definition)
      ? withVariableFiles(options.mcpServers ?? [], launched.folder)
      : options.mcpServers
  const words = systemPrompt ?? appendSystemPrompt
  return {
    cwd: options.cwd ?? process.cwd(),
    onEvent,
    handlers,
    signal,
    ...(mcpServers === undefined ? {} : { mcpServers }),
    ...(additionalDirectories === undefined ? {} : { additionalDirectories }),
    ...(words === undefined
      ? {}
      : { systemPrompt: { mode: systemPrompt === undefined ? 'append' : 'override', text: words } }),
    ...(sessionMeta === undefined ? {} : { sessionMeta }),
  }
}
