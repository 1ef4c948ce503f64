import { CapstanError } from '../core/capstan-error.ts'
import type { Client } from '../run/client.ts'
import type { RunSession } from '../run/session.ts'
import type { ModelMessage } from './call-options.ts'
import { effortRefusal } from './effort.ts'
import type { ModelTurn } from './model-turn.ts'
import { commandLineRefusal } from './parts/part-refusal.ts'
import { asksPerson } from './permissions.ts'
import type { AgentModelSettings } from './settings.ts'
import type { TurnRequest, TurnSource } from './turn-source.ts'

/** A source that sends all calls to one session, and only the messages that are new to the session. */
export function sessionTurns(
  session: RunSession,
  client: Client,
  settings: AgentModelSettings,
): TurnSource & { close(): Promise<void> } {
  const { agent } = session
  let hasBegun = false
  let system = ''
  let kept: ModelTurn<unknown> | undefined
  const takeKept = (): ModelTurn<unknown> | undefined => {
    const turn = kept
    kept = undefined
    return turn
  }
  return {
    agent,
    model: settings.model,
    strict: settings.strict === true,
    takesSystem: false,
    keepsQuestions: asksPerson(settings),
    profile: async () => session.profile,
    newMessages: (prompt) => {
      const current = systemOf(prompt)
      const isKnown = current === system
      system = current
      return (hasBegun ? sinceLastAnswer(prompt) : prompt).filter(({ role }) => role !== 'system' || !isKnown)
    },
    refusalOfPart: (attachment) =>
      session.transport === 'cli' ? commandLineRefusal(agent, attachment) : undefined,
    refusalOf: (effort) => effortRefusal(client, agent, { settings, effort }),
    start: async ({ prompt, attachments, effort, schema, onWarning }) => {
      if (effort !== undefined) {
        await setEffort(session, effort, { strict: settings.strict === true, onWarning })
      }
      const own = hasBegun ? [] : (settings.attachments ?? [])
      const run = session.run(prompt, {
        attachments: [...own, ...attachments],
        ...(schema === undefined ? {} : { schema }),
        onWarning: (message) => {
          onWarning(message)
          settings.onWarning?.(message)
        },
      })
      hasBegun = true
      return run
    },
    keep: (turn) => {
      kept = turn
    },
    takeKept,
    close: async () => {
      await takeKept()?.close()
      await session.close()
    },
  }
}

function systemOf(prompt: readonly ModelMessage[]): string {
  return prompt.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n\n')
}

/** The session already has its own answers and all earlier messages. */
function sinceLastAnswer(prompt: readonly ModelMessage[]): readonly ModelMessage[] {
  const answer = prompt.findLastIndex(({ role }) => role === 'assistant' || role === 'tool')
  return prompt.filter(({ role }, index) => index > answer || role === 'system')
}

async function setEffort(
  session: RunSession,
  effort: string,
  { strict, onWarning }: { strict: boolean } & Pick<TurnRequest, 'onWarning'>,
): Promise<void> {
  try {
    await session.set({ effort })
  } catch (error) {
    if (strict || !CapstanError.isInstance(error)) throw error
    onWarning(`Could not set the effort ${effort}: ${error.message}`)
  }
}
