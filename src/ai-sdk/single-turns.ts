import type { Client } from '../run/client.ts'
import type { RunOptions } from '../run/api/options.ts'
import { effortRefusal } from './effort.ts'
import { partRefusal } from './parts/part-refusal.ts'
import { closedPolicy, refuseToAsk } from './permissions.ts'
import type { AgentModelSettings } from './settings.ts'
import type { TurnRequest, TurnSource } from './turn-source.ts'

/**
 * A source that starts an agent for every call and stops it with the call. With `runAs` auto, every call chooses its agent
 * again, with the attachments and the schema of the call; `agent` is the one chosen without them.
 */
export function singleTurns(
  { agent, runAs }: { agent: string; runAs: string },
  client: Client,
  settings: AgentModelSettings,
): TurnSource {
  refuseToAsk(settings)
  const isCommandLine =
    settings.transport === 'cli' || client.adapters.get(agent).definition.acp === undefined
  return {
    agent,
    model: settings.model,
    strict: settings.strict === true,
    takesSystem: true,
    keepsQuestions: false,
    profile: async (signal) => {
      const { env } = settings
      const transport = isCommandLine ? 'cli' : 'acp'
      // Only the agent knows its ACP capabilities: probe once and remember them.
      if (!isCommandLine)
        await client.probe(agent, { signal, remembered: true, ...(env === undefined ? {} : { env }) })
      return client.profile(agent, { model: settings.model, transport, env })
    },
    newMessages: (prompt) => prompt,
    refusalOfPart: (attachment, effort) => partRefusal(client, { agent, settings, attachment, effort }),
    refusalOf: (effort) => effortRefusal(client, agent, { settings, effort }),
    start: async (request) => client.run({ ...runOptions(settings, request), agent: runAs }),
    keep: () => {},
    takeKept: () => undefined,
  }
}

function runOptions(
  settings: AgentModelSettings,
  { prompt, system, attachments, effort, schema, onWarning }: TurnRequest,
): Omit<RunOptions, 'agent'> {
  return {
    ...settings,
    ...systemOptions(settings, system),
    ...(effort === undefined ? {} : { thinkingEffort: effort }),
    ...(schema === undefined ? {} : { schema }),
    prompt,
    attachments: [...(settings.attachments ?? []), ...attachments],
    permissions: closedPolicy(settings.permissions),
    onWarning: (message) => {
      onWarning(message)
      settings.onWarning?.(message)
    },
  }
}

/**
 * The system message of the call follows the one of the settings. It is appended to the agent's own system prompt, unless
 * the settings replace the agent's own.
 */
function systemOptions(
  { systemPrompt, appendSystemPrompt }: AgentModelSettings,
  system: string | undefined,
): Pick<AgentModelSettings, 'systemPrompt' | 'appendSystemPrompt'> {
  if (system === undefined) return {}
  if (systemPrompt !== undefined) return { systemPrompt: `${systemPrompt}\n\n${system}` }
  return {
    appendSystemPrompt: appendSystemPrompt === undefined ? system : `${appendSystemPrompt}\n\n${system}`,
  }
}
