import { canonicalJson } from '../../core/canonical-json.ts'
import type { Interrupt } from '../ag-ui/events.ts'
import type { ResumeEntry } from '../ag-ui/input.ts'
import { answerOf, interruptOf, type Question, refusalOf } from '../ag-ui/interrupts.ts'
import type { ToolCallTracker } from '../ag-ui/tool-call-tracker.ts'
import { GatewayError } from '../gateway-error.ts'
import type { Turn } from './turn.ts'

interface OpenInterrupt {
  readonly interrupt: Interrupt
  readonly question: Question
  readonly timer: NodeJS.Timeout
}

type Answered = Pick<ResumeEntry, 'status' | 'payload'> | 'expired'

const mostRemembered = 1000

/** The open interrupts of a thread and the answers to previous ones. */
export class OpenInterrupts {
  readonly #open = new Map<string, OpenInterrupt>()
  readonly #answered = new Map<string, Answered>()

  get interrupts(): Interrupt[] {
    return [...this.#open.values()].map(({ interrupt }) => interrupt)
  }

  get size(): number {
    return this.#open.size
  }

  /** Opens an interrupt; if it expires, the request is denied. `tools` are the calls that the client knows. */
  add(
    question: Question,
    { turn, tools, expiresAt }: { turn: Turn; tools: ToolCallTracker; expiresAt: number },
  ): void {
    const interrupt = interruptOf(question, { expiresAt, calls: tools })
    const { id } = interrupt
    if (this.#open.has(id)) return
    const expire = (): void => {
      this.#close(id, 'expired')
      respond(turn, question, refusalOf(question))
    }
    const timer = setTimeout(expire, Math.max(0, expiresAt - Date.now()))
    timer.unref()
    this.#open.set(id, { interrupt, question, timer })
  }

  /**
   * Sends a client's answers to the agent. Validates all before sending the first, and skips repeated ones. Returns false
   * if none is new.
   * @throws GatewayError for answers that are partial, late, unknown, contradictory or invalid.
   */
  answer(entries: readonly ResumeEntry[], turn: Turn | undefined): boolean {
    const fresh = entries.filter((entry) => !this.#isReplay(entry))
    if (fresh.length === 0 && entries.length > 0) return false
    const named = new Set(entries.map(({ interruptId }) => interruptId))
    const missing = [...this.#open.keys()].filter((id) => !named.has(id))
    if (missing.length > 0) {
      const code = entries.length === 0 ? 'pending_interrupts' : 'partial_resume'
      throw new GatewayError(code, `The thread is waiting for an answer to ${missing.join(', ')}`, {
        hint: 'Start a run with a resume entry for every open interrupt.',
      })
    }
    const answers = fresh.flatMap((entry) => {
      const open = this.#open.get(entry.interruptId)
      if (open === undefined) return []
      return [{ entry, question: open.question, answer: answerOf(open.question, entry) }]
    })
    for (const { entry, question, answer } of answers) {
      this.#close(entry.interruptId, { status: entry.status, payload: entry.payload })
      if (turn !== undefined) respond(turn, question, answer)
    }
    return answers.length > 0
  }

  /** Expires all interrupts: their turn has ended. */
  clear(): void {
    for (const id of this.#open.keys()) this.#close(id, 'expired')
  }

  #isReplay(entry: ResumeEntry): boolean {
    const { interruptId, status, payload } = entry
    if (this.#open.has(interruptId)) return false
    const before = this.#answered.get(interruptId)
    if (before === undefined) {
      throw new GatewayError('unknown_interrupt', `The thread has no interrupt ${interruptId}`)
    }
    if (before === 'expired') {
      if (status === 'cancelled') return true
      throw new GatewayError(
        'interrupt_expired',
        `The interrupt ${interruptId} has expired, and the request was denied`,
        {
          hint: 'Resume with status cancelled to continue the thread.',
        },
      )
    }
    if (before.status === status && canonicalJson(before.payload) === canonicalJson(payload)) return true
    throw new GatewayError('resume_conflict', `The interrupt ${interruptId} already has a different answer`)
  }

  #close(id: string, answered: Answered): void {
    clearTimeout(this.#open.get(id)?.timer)
    this.#open.delete(id)
    this.#answered.set(id, answered)
    const [oldest] = this.#answered.keys()
    if (this.#answered.size > mostRemembered && oldest !== undefined) this.#answered.delete(oldest)
  }
}

/** Ignores a question that the agent has withdrawn. */
function respond(turn: Turn, question: Question, answer: Parameters<Turn['run']['respond']>[1]): void {
  turn.settle(question.requestId)
  try {
    turn.run.respond(question.requestId, answer)
  } catch {
    // The events already reported that the question is closed.
  }
}
