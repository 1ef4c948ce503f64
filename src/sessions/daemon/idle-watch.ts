import type { AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'
import type { Sessions } from '../sessions.ts'

const ended: readonly AgentStatus[] = ['released', 'failed', 'offline']

/** Calls `onIdle` after `idleMs` without a running session or a client. */
export class IdleWatch {
  readonly #sessions: Sessions
  readonly #idleMs: number
  readonly #onIdle: () => void
  readonly #endEvents: () => void
  #clients = 0
  #isStopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(sessions: Sessions, { idleMs, onIdle }: { idleMs: number; onIdle: () => void }) {
    this.#sessions = sessions
    this.#idleMs = idleMs
    this.#onIdle = onIdle
    this.#endEvents = sessions.events.on({ type: '*' }, ({ event }) => {
      if (event.type === 'status.changed' || event.type.startsWith('session.')) this.#check()
    })
    this.#check()
  }

  clients(count: number): void {
    this.#clients = count
    this.#check()
  }

  stop(): void {
    this.#isStopped = true
    this.#endEvents()
    clearTimeout(this.#timer)
  }

  #check(): void {
    if (this.#isStopped) return
    const isUsed = this.#clients > 0 || this.#sessions.list().some(({ status }) => !ended.includes(status))
    if (isUsed) {
      clearTimeout(this.#timer)
      this.#timer = undefined
    } else {
      this.#timer ??= setTimeout(this.#onIdle, this.#idleMs)
    }
  }
}
