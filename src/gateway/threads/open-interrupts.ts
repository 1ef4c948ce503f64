import { canonicalJson } from '../../core/canonical-json.ts'
import { isRecord } from '../../core/is-record.ts'
import type { Interrupt } from '../ag-ui/events.ts'
import type { ResumeEntry } from '../ag-ui/input.ts'
import type { Question } from '../../run/open-turn.ts'
import { answerOf, interruptOf, refusalOf } from '../ag-ui/interrupts.ts'
import type { ToolCallTracker } from '../ag-ui/tool-call-tracker.ts'
import { GatewayError } from '../gateway-error.ts'
import type { Turn } from './turn.ts'

interface OpenInterrupt {
  readonly interrupt: Interrupt
  readonly question: Question
  readonly timer: NodeJS.Timeout
}

type Answered = Pick<ResumeEntry, 'status' | 'payload'> | 'expired'

/** What became of a client's answers. */
export interface AnswerResult {
  /** Whether the agent got an answer. */
  readonly isNew: boolean
  /** Approvals of questions that are no longer open. */
  readonly gone: readonly ResumeEntry[]
}

const mostRemembered = 1000

/** The open interrupts of a thread and the answers to previous ones. */
export class OpenInterrupts {
  readonly #onExpired: () => void
  readonly #open = new Map<string, OpenInterrupt>()
  readonly #answered = new Map<string, Answered>()

  /** `onExpired` is called when the last open interrupt has expired. */
  constructor(onExpired: () => void) {
    this.#onExpired = onExpired
  }

  get interrupts(): Interrupt[] {
    return [...this.#open.values()].map(({ interrupt }) => interrupt)
  }

  get size(): number {
    return this.#open.size
  }

  /** Ids of the tool calls in question. */
  get calls(): Set<string> {
    return new Set(this.interrupts.flatMap(({ toolCallId }) => toolCallId ?? []))
  }

  /** Whether a client answers a question that was closed without an answer: it missed the end of the turn. */
  isBehind(entries: readonly ResumeEntry[]): boolean {
    return entries.some(({ interruptId }) => {
      const answered = this.#answered.get(interruptId) ?? 'expired'
      return !this.#open.has(interruptId) && answered === 'expired'
    })
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
      if (this.#open.size === 0) this.#onExpired()
    }
    const timer = setTimeout(expire, Math.max(0, expiresAt - Date.now()))
    timer.unref()
    this.#open.set(id, { interrupt, question, timer })
  }

  /**
   * Sends a client's answers to the agent. Validates all before sending the first, and skips repeated ones and those to
   * questions that are gone.
   * @throws GatewayError for answers that are partial, unknown, contradictory or invalid.
   */
  answer(entries: readonly ResumeEntry[], turn: Turn | undefined): AnswerResult {
    const open = entries.filter((entry) => this.#open.has(entry.interruptId))
    const gone = entries.filter((entry) => this.#isGone(entry))
    if (open.length === 0 && entries.length > 0) return { isNew: false, gone }
    const named = new Set(entries.map(({ interruptId }) => interruptId))
    const missing = [...this.#open.keys()].filter((id) => !named.has(id))
    if (missing.length > 0) {
      const code = entries.length === 0 ? 'pending_interrupts' : 'partial_resume'
      throw new GatewayError(code, `The thread is waiting for an answer to ${missing.join(', ')}`, {
        hint: 'Start a run with a resume entry for every open interrupt.',
      })
    }
    const answers = open.flatMap((entry) => {
      const question = this.#open.get(entry.interruptId)?.question
      return question === undefined ? [] : [{ entry, question, answer: answerOf(question, entry) }]
    })
    for (const { entry, question, answer } of answers) {
      this.#close(entry.interruptId, { status: entry.status, payload: entry.payload })
      if (turn !== undefined) respond(turn, question, answer)
    }
    return { isNew: answers.length > 0, gone }
  }

  /** Expires all interrupts: their turn has ended. */
  clear(): void {
    for (const id of this.#open.keys()) this.#close(id, 'expired')
  }

  /**
   * Whether an approval came too late: the question expired, or the gateway or the agent was restarted meanwhile. An
   * answer that was already given is not gone, and neither is a denial or a cancellation, which leave nothing to do.
   */
  #isGone({ interruptId, status, payload }: ResumeEntry): boolean {
    if (this.#open.has(interruptId)) return false
    const before = this.#answered.get(interruptId)
    if (before === undefined && this.#open.size > 0) {
      throw new GatewayError('unknown_interrupt', `The thread has no interrupt ${interruptId}`, {
        hint: 'Answer the open interrupts of the thread.',
      })
    }
    if (before === undefined || before === 'expired') return status === 'resolved' && !isDenial(payload)
    if (before.status === status && canonicalJson(before.payload) === canonicalJson(payload)) return false
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

function isDenial(payload: unknown): boolean {
  return isRecord(payload) && payload['approved'] === false
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
