import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CapstanError } from '../../../core/capstan-error.ts'
import { packageFolder } from '../../../core/files/package-folder.ts'
import { A2EError } from '../../a2e-error.ts'
import type { EvaluationAnswer, EvaluationRequest } from './expression-worker.ts'
import type { Expression } from './expression.ts'

export interface Evaluation {
  readonly expression: Expression
  readonly context: Readonly<Record<string, unknown>>
  /** Sessions are served in turn. */
  readonly session: string
  readonly signal: AbortSignal
}

interface Job {
  readonly request: EvaluationRequest
  readonly session: string
  readonly settle: (outcome: EvaluationAnswer) => void
  isCanceled: boolean
}

const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }

/** Evaluates expressions in a thread, one at a time, so that none can block the host or outlast its time limit. */
export class ExpressionRunner {
  readonly #timeoutMs: number
  readonly #queues = new Map<string, Job[]>()
  #worker: Worker | undefined
  #running: Job | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /** @throws A2EError `chain_node_error` for a failed, too long or too large evaluation; the reason of the signal. */
  async evaluate({ expression, context, session, signal }: Evaluation): Promise<unknown> {
    signal.throwIfAborted()
    const outcome = Promise.withResolvers<EvaluationAnswer>()
    const request = { expression, context: JSON.stringify(context) }
    const job: Job = { request, session, settle: outcome.resolve, isCanceled: false }
    const cancel = (): void => {
      job.isCanceled = true
      outcome.reject(signal.reason)
    }
    signal.addEventListener('abort', cancel, { once: true })
    const queue = this.#queues.get(session) ?? []
    queue.push(job)
    this.#queues.set(session, queue)
    this.#next()
    try {
      const answer = await outcome.promise
      if ('json' in answer) return JSON.parse(answer.json)
      throw new A2EError('chain_node_error', answer.problem, { capabilityName: 'chains' })
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#queues.clear()
    await this.#worker?.terminate()
  }

  #next(): void {
    while (this.#running === undefined) {
      const job = this.#take()
      if (job === undefined) return
      if (job.isCanceled) continue
      this.#running = job
      this.#worker ??= this.#start()
      this.#worker.postMessage(job.request)
      const seconds = this.#timeoutMs / 1000
      const problem = `The expression ${job.request.expression.text} took longer than ${seconds} seconds`
      this.#timer = setTimeout(() => this.#replace(problem), this.#timeoutMs)
    }
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

  #start(): Worker {
    const worker = new Worker(workerProgram(), { resourceLimits })
    worker.on('message', (answer: EvaluationAnswer) => this.#finish(answer))
    worker.on('error', ({ message }) => {
      if (worker === this.#worker) this.#replace(`The expression could not be evaluated: ${message}`)
    })
    worker.unref()
    return worker
  }

  #replace(problem: string): void {
    void this.#worker?.terminate()
    this.#worker = undefined
    this.#finish({ problem })
  }

  #finish(answer: EvaluationAnswer): void {
    clearTimeout(this.#timer)
    const job = this.#running
    this.#running = undefined
    job?.settle(answer)
    // The session may have queued more while this job ran.
    if (job !== undefined) this.#moveBack(job.session, this.#queues.get(job.session) ?? [])
    this.#next()
  }
}

function workerProgram(): string {
  const folder = packageFolder(import.meta.dirname)
  if (folder !== undefined) return join(folder, 'dist/a2e/plugins/chains/expression-worker.js')
  throw new CapstanError('EXPRESSION_WORKER_MISSING', "Capstan's program for expressions is missing", {
    hint: 'Import Capstan from the installed package, not from a copy of its code.',
  })
}
