import { A2EError } from '../../a2e-error.ts'
import { ExpressionProcess } from './expression-process.ts'
import type { EvaluationAnswer, EvaluationRequest } from './expression-worker.ts'

export interface Evaluation extends EvaluationRequest {
  /** Sessions are served in turn. */
  readonly session: string
  readonly signal: AbortSignal
}

interface Job extends Evaluation {
  readonly settle: (outcome: EvaluationAnswer) => void
}

/** How long an unused process stays. */
const idleMs = 10_000

/** Evaluates expressions in a process, one at a time, so that none can block the host or outlast its time limit. */
export class ExpressionRunner {
  readonly #timeoutMs: number
  readonly #queues = new Map<string, Job[]>()
  #process: ExpressionProcess | undefined
  #running: Job | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /** @throws A2EError `chain_node_error` for a failed, too long or too large evaluation; the reason of the signal. */
  async evaluate(evaluation: Evaluation): Promise<unknown> {
    const { session, signal } = evaluation
    signal.throwIfAborted()
    const outcome = Promise.withResolvers<EvaluationAnswer>()
    const cancel = (): void => outcome.reject(signal.reason)
    signal.addEventListener('abort', cancel, { once: true })
    const queue = this.#queues.get(session) ?? []
    queue.push({ ...evaluation, settle: outcome.resolve })
    this.#queues.set(session, queue)
    void this.#work()
    try {
      const answer = await outcome.promise
      if ('result' in answer) return answer.result
      const problem = 'problem' in answer ? answer.problem : 'The expression has no result'
      throw new A2EError('chain_node_error', problem, { capabilityName: 'chains' })
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  async close(): Promise<void> {
    this.#queues.clear()
    await this.#end()
  }

  /** Evaluates the queued expressions, unless this is already in progress. Never rejects. */
  async #work(): Promise<void> {
    if (this.#running !== undefined) return
    clearTimeout(this.#idle)
    for (let job = this.#take(); job !== undefined; job = this.#take()) {
      this.#running = job
      if (!job.signal.aborted) job.settle(await this.#run(job))
      this.#running = undefined
      // The session may have queued more while this job ran.
      this.#moveBack(job.session, this.#queues.get(job.session) ?? [])
    }
    this.#idle = setTimeout(() => void this.#end(), idleMs).unref()
  }

  async #run({ expression, context }: Job): Promise<EvaluationAnswer> {
    let timer: NodeJS.Timeout | undefined
    try {
      const one = (this.#process ??= await ExpressionProcess.start())
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), this.#timeoutMs)
      })
      const answer = await Promise.race([one.evaluate({ expression, context }), late])
      if (answer === undefined || one.hasExited) await this.#end()
      const seconds = this.#timeoutMs / 1000
      return answer ?? { problem: `The expression ${expression.text} took longer than ${seconds} seconds` }
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) }
    } finally {
      clearTimeout(timer)
    }
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle)
    const one = this.#process
    this.#process = undefined
    await one?.stop()
  }

  /** The next job of the session that has waited longest for a turn. */
  #take(): Job | undefined {
    const [first] = this.#queues
    if (first === undefined) return undefined
    const [session, queue] = first
    const job = queue.shift()
    this.#moveBack(session, queue)
    return job
  }

  #moveBack(session: string, queue: Job[]): void {
    this.#queues.delete(session)
    if (queue.length > 0) this.#queues.set(session, queue)
  }
}
