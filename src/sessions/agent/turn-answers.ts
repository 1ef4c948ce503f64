import type { SessionConnection } from '../agent-session.ts'
import type { AnswerOutcome } from '../messages/answers.ts'
import type { SessionMessage } from '../messages/message.ts'
import type { AgentTurn } from './agent-turn.ts'

/** Answers messages whose sender waits: with the text of the turn, unless the agent has replied itself. */
export class TurnAnswers {
  readonly #connection: () => SessionConnection | undefined

  constructor(connection: () => SessionConnection | undefined) {
    this.#connection = connection
  }

  /** The turn has the message of this delivery in its prompt, or it was steered into the turn. */
  expect(turn: AgentTurn, { message, deliveryId }: { message: SessionMessage; deliveryId: string }): void {
    if (message.wantsAnswer === true) void this.#answer(turn, deliveryId)
  }

  async #answer(turn: AgentTurn, deliveryId: string): Promise<void> {
    await turn.over
    const outcome = await answerOf(turn)
    this.#connection()?.answer(deliveryId, outcome)
  }
}

async function answerOf({ run }: AgentTurn): Promise<AnswerOutcome> {
  try {
    const { text, stopReason } = await run.result()
    if (stopReason === 'cancelled') return { reason: 'its turn was canceled' }
    return text.trim() === '' ? { reason: 'it ended its turn without text' } : { text }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}
