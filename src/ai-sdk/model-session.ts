import { agents } from '../run/agents.ts'
import type { RunSession } from '../run/session.ts'
import { modelV3, modelV4 } from './agent-model.ts'
import type { AgentModelV3, AgentModelV4 } from './language-model.ts'
import { closedPolicy } from './permissions.ts'
import { sessionTurns } from './session-turns.ts'
import type { AgentModelSettings } from './settings.ts'

/** A model whose calls share one session of an agent. */
export interface AgentModelSession extends AsyncDisposable {
  /** For `ai` 7. */
  readonly model: AgentModelV4
  /** For `ai` 6. */
  readonly modelV3: AgentModelV3
  readonly session: RunSession
  /** Closes the session and stops the agent. */
  readonly close: () => Promise<void>
}

/**
 * Opens a session of an agent for several calls. The agent keeps the conversation: a call sends only the messages after
 * the last answer. With permissions `ask`, permission requests become the SDK's tool approvals.
 */
export async function createAgentModelSession(
  agent: string,
  { client = agents, ...settings }: AgentModelSettings = {},
): Promise<AgentModelSession> {
  const { attachments: _, ...options } = settings
  const session = await client.session(agent, { ...options, permissions: closedPolicy(settings.permissions) })
  const source = sessionTurns(session, client, settings)
  return {
    model: modelV4(source),
    modelV3: modelV3(source),
    session,
    close: () => source.close(),
    [Symbol.asyncDispose]: () => source.close(),
  }
}
