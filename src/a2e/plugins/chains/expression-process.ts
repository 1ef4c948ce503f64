import { join } from 'node:path'
import { CapstanError } from '../../../core/capstan-error.ts'
import { packageFolder } from '../../../core/files/package-folder.ts'
import { ignore } from '../../../core/ignore.ts'
import { JsonLinesDecoder } from '../../../core/json-lines/json-lines.ts'
import { type RunningProcess, startProcess } from '../../../process/start-process.ts'
import type { EvaluationAnswer, EvaluationRequest } from './expression-worker.ts'

/** A process, not a thread: a thread that runs out of memory in the middle of an operation ends the whole host. */
const nodeOptions = ['--max-old-space-size=64', '--stack-size=900']

const ended: EvaluationAnswer = {
  problem: 'The expression ended its process: it may need too much memory',
}

/** The process that evaluates expressions, one after the other. */
export class ExpressionProcess {
  readonly #running: RunningProcess
  #settle: (answer: EvaluationAnswer) => void = ignore
  #hasExited = false

  private constructor(running: RunningProcess) {
    this.#running = running
    const decoder = new JsonLinesDecoder({
      onValue: (value) => this.#settle(value as EvaluationAnswer),
      onBadLine: ignore,
      onText: ignore,
    })
    running.stdout.on('data', (chunk: Buffer) => decoder.push(chunk))
    void this.#watch()
  }

  async #watch(): Promise<void> {
    await this.#running.exited
    this.#hasExited = true
    this.#settle(ended)
  }

  get hasExited(): boolean {
    return this.#hasExited
  }

  static async start(): Promise<ExpressionProcess> {
    const running = await startProcess({
      command: process.execPath,
      arguments: [...nodeOptions, workerProgram()],
      environment: {},
      cwd: process.cwd(),
      stdin: 'open',
    })
    const one = new ExpressionProcess(running)
    await one.#answer()
    return one
  }

  async evaluate(request: EvaluationRequest): Promise<EvaluationAnswer> {
    if (this.#hasExited) return ended
    const answer = this.#answer()
    this.#running.stdin?.write(`${JSON.stringify(request)}\n`)
    return await answer
  }

  async stop(): Promise<void> {
    await this.#running.stop({ closeGraceMs: 0, termGraceMs: 0 })
  }

  #answer(): Promise<EvaluationAnswer> {
    return new Promise((resolve) => (this.#settle = resolve))
  }
}

function workerProgram(): string {
  const folder = packageFolder(import.meta.dirname)
  if (folder !== undefined) return join(folder, 'dist/a2e/plugins/chains/expression-worker.js')
  throw new CapstanError('EXPRESSION_WORKER_MISSING', "Capstan's program for expressions is missing", {
    hint: 'Import Capstan from the installed package, not from a copy of its code.',
  })
}
