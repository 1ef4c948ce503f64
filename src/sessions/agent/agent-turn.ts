import { CapstanError } from '../../core/capstan-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { FinishEvent } from '../../events/finish.ts'
import type { Run } from '../../run/api/run.ts'

/** How long a turn may take to stop when it is interrupted. */
const stopGraceMs = 10_000
/** The agent may not have been ready to hear it. */
const stopAgainMs = 250

/** Stops a turn; false when it does not stop. */
export async function stopTurn(turn: AgentTurn, clock: Clock): Promise<boolean> {
  for (let waited = 0; waited < stopGraceMs; waited += stopAgainMs) {
    await turn.run.interrupt()
    const later = clock.sleep(stopAgainMs).then(() => false)
    if (await Promise.race([turn.over.then(() => true), later])) return true
  }
  return false
}

/** Says that nobody knows whether a message reached the agent. */
export const inDoubtCode = 'DELIVERY_IN_DOUBT'

/** One prompt that the agent works on. */
export class AgentTurn {
  readonly run: Run
  readonly #surfaced = Promise.withResolvers<void>()
  readonly #over = Promise.withResolvers<void>()

  constructor(run: Run) {
    this.run = run
    this.#surfaced.promise.catch(() => {})
  }

  /**
   * Resolves with the first sign that the agent has the prompt.
   * @throws what it was refused with, or `DELIVERY_IN_DOUBT` when the agent is gone and gave no sign.
   */
  get surfaced(): Promise<void> {
    return this.#surfaced.promise
  }

  /** Resolves when the next prompt may begin. */
  get over(): Promise<void> {
    return this.#over.promise
  }

  /** The agent told something. */
  sign(): void {
    this.#surfaced.resolve()
  }

  /** The agent answered the prompt, or will not. */
  answered({ error, stopReason }: FinishEvent, { isGone }: { isGone: boolean }): void {
    const isStopped = stopReason === 'error' || stopReason === 'cancelled'
    if (isStopped && isGone) {
      const message = 'The agent ended before it showed that it has it'
      this.#surfaced.reject(new CapstanError(inDoubtCode, message))
    } else if (stopReason === 'error') {
      const { code = 'AGENT_ERROR', message = 'The agent ended the turn with an error' } = error ?? {}
      this.#surfaced.reject(new CapstanError(String(code), message))
    } else this.#surfaced.resolve()
  }

  end(): void {
    this.#over.resolve()
  }
}
