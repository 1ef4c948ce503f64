import { CapstanError } from '../../core/capstan-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { FinishEvent } from '../../events/finish.ts'
import type { TurnOptions } from '../../run/api/options.ts'
import { basicPolicy } from '../../run/api/permission-rules.ts'
import type { Run } from '../../run/api/run.ts'

const stopGraceMs = 10_000
/** Interrupt again after this time: the agent may not have been ready for the first one. */
const stopAgainMs = 250

/** Interrupts a turn; resolves to false if the turn does not stop. */
export async function stopTurn(turn: AgentTurn, clock: Clock): Promise<boolean> {
  for (let waited = 0; waited < stopGraceMs; waited += stopAgainMs) {
    await turn.run.interrupt()
    const later = clock.sleep(stopAgainMs).then(() => false)
    if (await Promise.race([turn.over.then(() => true), later])) return true
  }
  return false
}

/** Whether a person answers the agent's requests; undefined if the options do not say. */
export function asksPerson({
  permissions,
  approvalMode,
}: Pick<TurnOptions, 'permissions' | 'approvalMode'>): boolean | undefined {
  if (permissions !== undefined) return basicPolicy(permissions) === 'ask'
  return approvalMode === 'prompt' ? true : undefined
}

/** Marks a message that may or may not have reached the agent. */
export const inDoubtCode = 'DELIVERY_IN_DOUBT'

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
   * @throws the agent's error, or `DELIVERY_IN_DOUBT` if the agent ended without a sign.
   */
  get surfaced(): Promise<void> {
    return this.#surfaced.promise
  }

  /** Resolves when the next prompt may start. */
  get over(): Promise<void> {
    return this.#over.promise
  }

  /** The agent emitted an event. */
  sign(): void {
    this.#surfaced.resolve()
  }

  /** The turn finished. */
  answered({ error, stopReason }: FinishEvent, { isGone }: { isGone: boolean }): void {
    const isStopped = stopReason === 'error' || stopReason === 'cancelled'
    if (isStopped && isGone) {
      const message = 'The agent ended before it acknowledged the message'
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
