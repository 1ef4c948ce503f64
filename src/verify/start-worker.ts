import { join } from 'node:path'
import { CapstanError } from '../core/capstan-error.ts'
import { packageFolder } from '../core/files/package-folder.ts'
import { JsonLinesDecoder } from '../core/json-lines/json-lines.ts'
import { startProcess } from '../process/start-process.ts'
import type { JobNetwork } from './place/own-network.ts'
import type { CheckReport } from '../testing/contract/report.ts'
import type { EscapeReport } from './escapes/escape.ts'
import type { AboutProgram } from './report.ts'
import type { VerifyJob, WorkerLine } from './worker/job.ts'

export interface StartWorkerOptions {
  /** The whole environment of the worker and of the agent. */
  readonly environment: Readonly<Record<string, string>>
  readonly network: JobNetwork
  readonly cwd: string
  readonly signal: AbortSignal
  readonly onCheck?: (check: CheckReport) => void
  /** Called with the escapes of each case. */
  readonly onEscapes?: (escapes: readonly EscapeReport[]) => void
}

/** All checks of a job together; a single check has a limit of its own. */
const jobTimeoutMs = 2_400_000
/** Time for the worker to end its agents by itself. */
const stopGrace = { closeGraceMs: 5000, termGraceMs: 2000 }

/** What the handshake says about the program, or why the worker did not finish. */
export type WorkerOutcome = { readonly about: AboutProgram } | { readonly failure: string }

/** Starts the program that runs the checks, passes it the job, and reads its results. Ends all its processes. */
export async function startWorker(job: VerifyJob, options: StartWorkerOptions): Promise<WorkerOutcome> {
  const { environment, network, cwd, signal, onCheck, onEscapes } = options
  const words = [...(network.kind === 'own' ? network.words : []), process.execPath, workerProgram()]
  const [command = '', ...rest] = words
  const worker = await startProcess({ command, arguments: rest, environment, cwd, stdin: 'open' })
  let about: AboutProgram | undefined
  const decoder = new JsonLinesDecoder({
    onValue: (value) => {
      const line = value as WorkerLine
      if (line.type === 'check') onCheck?.(line.check)
      else if (line.type === 'escapes') onEscapes?.(line.escapes)
      else about = aboutOf(line)
    },
    onBadLine: () => {},
  })
  worker.stdout.on('data', (chunk: Buffer) => decoder.push(chunk))
  worker.stdin?.write(`${JSON.stringify(job)}\n`)
  const limit = AbortSignal.timeout(jobTimeoutMs)
  const stop = (): void => void worker.stop(stopGrace)
  const either = AbortSignal.any([signal, limit])
  either.addEventListener('abort', stop, { once: true })
  if (either.aborted) stop()
  try {
    const { exitCode, signal: killedBy } = await worker.exited
    await worker.stop(stopGrace)
    if (about !== undefined) return { about }
    if (signal.aborted) return { failure: 'the verification was stopped' }
    if (limit.aborted) return { failure: `the checks took longer than ${jobTimeoutMs / 60_000} minutes` }
    const end = killedBy === null ? `exit code ${exitCode}` : killedBy
    const said = worker.stderrTail().trim().split('\n').slice(-5).join(' ')
    return { failure: `the process of the checks ended with ${end}${said === '' ? '' : `: ${said}`}` }
  } finally {
    either.removeEventListener('abort', stop)
  }
}

function aboutOf(line: Extract<WorkerLine, { type: 'done' }>): AboutProgram {
  const { type: _, ...about } = line
  return about
}

function workerProgram(): string {
  const root = packageFolder(import.meta.dirname)
  if (root !== undefined) return join(root, 'dist/verify/worker/main.js')
  throw new CapstanError('VERIFY_UNAVAILABLE', 'The program of the checks was not found', {
    hint: 'Use Capstan from its package instead of a bundle.',
  })
}
