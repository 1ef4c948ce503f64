import { createId } from '../../../core/ids.ts'
import { ignore } from '../../../core/ignore.ts'
import { A2EError } from '../../a2e-error.ts'
import type { Request } from '../../messages/messages.ts'
import type { PluginSession, RequestContext } from '../../plugin.ts'
import { startProcessLazily } from '../process.lazy.ts'
import { programEnvironment, ProgramSlots, requireProgram } from '../program.ts'
import { RootError } from '../root/root-error.ts'
import { RootFiles } from '../root/root-files.ts'
import { Child } from './child-process.ts'
import type { ProcPluginOptions } from './proc-options.ts'

/** The longest delay of a timer, in milliseconds. */
const longestTimer = 2 ** 31 - 1
/** How many ended processes of a session to remember. */
const mostEnded = 64

/** The processes of all sessions. A session can access only its own. */
export class Children {
  readonly #options: ProcPluginOptions
  readonly #bySession = new Map<string, Map<string, Child>>()
  /** The number of processes that are starting, by session. */
  readonly #starting = new Map<string, number>()

  readonly #slots: ProgramSlots

  constructor(options: ProcPluginOptions) {
    this.#options = options
    this.#slots = new ProgramSlots(options)
  }

  /** @throws A2EError `unknown_proc` when the session has no such process. */
  get(session: PluginSession, id: string): Child {
    const child = this.#bySession.get(session.id)?.get(id)
    if (child !== undefined) return child
    throw new A2EError('unknown_proc', `There is no process ${id}`, {
      detail: { proc_id: id },
      capabilityName: 'proc',
    })
  }

  async start(
    request: Request<'proc/spawn/req'>,
    { session, root }: RequestContext<'proc/spawn/req'>,
  ): Promise<Child> {
    const [program = '', ...rest] = request.cmd
    requireProgram(program, this.#options)
    const environment = programEnvironment(this.#options, textsOf(request.env))
    this.#reserve(session)
    let free = ignore
    try {
      free = this.#slots.take()
      const files = new RootFiles(this.#options.root ?? root)
      const child = await files.inFolder(request.cwd === '' ? '.' : request.cwd, async (folder) => {
        // Output written before `startProcessLazily` returns.
        const early: string[] = []
        let known: Child | undefined
        const running = await startProcessLazily({
          command: program,
          arguments: rest,
          cwd: folder.path,
          environment,
          stdin: request.stdin_mode === 'null' ? 'closed' : 'open',
          onStderr: (text) => (known === undefined ? early.push(text) : known.pushOutput('stderr', text)),
        })
        known = new Child({ id: createId('proc'), session, running, outputLimit: this.#outputLimit })
        for (const text of early) known.pushOutput('stderr', text)
        return known
      })
      void child.ended.then(free)
      this.#keep(session, child, request.timeout)
      return child
    } catch (error) {
      free()
      throw folderError(error)
    } finally {
      this.#release(session)
    }
  }

  /** Stops all processes of a session. */
  async endSession(session: PluginSession): Promise<void> {
    const children = this.#bySession.get(session.id)
    this.#bySession.delete(session.id)
    if (children !== undefined) await Promise.all(Array.from(children.values(), (one) => one.stop('killed')))
  }

  /** Stops all processes. */
  async endAll(): Promise<void> {
    const all = Array.from(this.#bySession.values()).flatMap((children) => [...children.values()])
    this.#bySession.clear()
    await Promise.all(all.map((one) => one.stop('killed')))
  }

  get #outputLimit(): number {
    return this.#options.outputLimit ?? 4 * 1024 * 1024
  }

  /** Also counts processes that are starting, because several requests can run at once. */
  #reserve(session: PluginSession): void {
    const { maxProcesses = 8 } = this.#options
    const children = [...(this.#bySession.get(session.id)?.values() ?? [])]
    const starting = this.#starting.get(session.id) ?? 0
    const running = children.filter(({ status }) => status === 'running').length
    if (running + starting >= maxProcesses) {
      throw new A2EError('proc_limit', `The session already has ${maxProcesses} running processes`, {
        detail: { limit: maxProcesses },
        retryable: true,
        capabilityName: 'proc',
      })
    }
    this.#starting.set(session.id, starting + 1)
  }

  #release(session: PluginSession): void {
    const left = (this.#starting.get(session.id) ?? 1) - 1
    if (left === 0) this.#starting.delete(session.id)
    else this.#starting.set(session.id, left)
  }

  #keep(session: PluginSession, child: Child, seconds: number): void {
    // The session may have ended while the process was starting.
    if (session.signal.aborted) {
      void child.stop('killed')
      return
    }
    const children = this.#bySession.get(session.id) ?? new Map<string, Child>()
    this.#bySession.set(session.id, children)
    children.set(child.id, child)
    const ended = [...children.values()].filter(({ status }) => status !== 'running')
    for (const one of ended.slice(0, -mostEnded)) children.delete(one.id)
    const { timeout: longest = 3_600_000 } = this.#options
    const limit = Math.min(seconds > 0 ? seconds * 1000 : Infinity, longest, longestTimer)
    const timer = setTimeout(() => void child.stop('timeout'), limit)
    void child.ended.then(() => clearTimeout(timer))
  }
}

/** Environment variables must be strings. */
function textsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}

function folderError(error: unknown): unknown {
  if (!(error instanceof RootError)) return error
  const { message, path, reason, hint } = error
  return new A2EError('invalid_message', `Cannot start the process in this folder: ${message}`, {
    detail: { field: 'cwd', path, reason },
    capabilityName: 'proc',
    ...(hint === undefined ? {} : { hint }),
  })
}
