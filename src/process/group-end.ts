import type { ChildProcess } from 'node:child_process'
import { ignore } from '../core/ignore.ts'
import { groupExists, onlyDeadLeft, signalGroup } from './process-group.ts'
import { Strays } from './strays.ts'

/** How long to wait before each signal, in milliseconds. */
export interface EndOptions {
  /** From now until `SIGTERM`. */
  untilTerm: number
  /** From `SIGTERM` until `SIGKILL`. */
  untilKill: number
}

const shortestPause = 5
const longestPause = 100
/** From this pause on, a group that still exists is searched for processes that are not dead. */
const searchPause = 20

/**
 * Ends a child's process group and the descendants that left the group. After `ask`, `SIGTERM` and `SIGKILL` follow when
 * due. A group that is gone is never signaled again: another process may have its number.
 */
export class GroupEnd {
  readonly #child: ChildProcess
  readonly #group: number
  readonly #mark: string
  #found: Strays | undefined
  #exited = false
  #groupIsGone = false
  #termAt = Infinity
  #killAt = Infinity
  #sent: 'SIGTERM' | 'SIGKILL' | undefined
  #wake = ignore
  #gone: Promise<void> | undefined

  constructor(child: ChildProcess, { group, mark }: { group: number; mark: string }) {
    this.#child = child
    this.#group = group
    this.#mark = mark
    child.on('exit', () => {
      this.#exited = true
      this.#wake()
    })
  }

  /** Resolves when the child and all its descendants have exited. The first call starts the watch. */
  get gone(): Promise<void> {
    this.#gone ??= this.#follow()
    return this.#gone
  }

  /** Created on first use: a running process does not need it. */
  get #strays(): Strays {
    this.#found ??= new Strays({ group: this.#group, mark: this.#mark })
    return this.#found
  }

  get asked(): boolean {
    return this.#termAt !== Infinity
  }

  /** Schedules the end. A later call can only make it earlier. */
  ask({ untilTerm, untilKill }: EndOptions): void {
    this.#termAt = Math.min(this.#termAt, performance.now() + untilTerm)
    this.#killAt = Math.min(this.#killAt, this.#termAt + untilKill)
    this.#wake()
  }

  /** Records the descendants of the child: once it has exited, they have another parent. */
  async remember(): Promise<void> {
    if (!this.#exited) await this.#strays.lookBelowLeader()
  }

  async #follow(): Promise<void> {
    let pause = shortestPause
    while (!(await this.#isGone(pause))) {
      await this.#signalWhatIsDue()
      // While the child runs, its group exists, so there is nothing to poll.
      await this.#wait(this.#exited ? pause : Infinity)
      if (this.#exited) pause = Math.min(pause * 2, longestPause)
    }
  }

  async #isGone(pause: number): Promise<boolean> {
    if (!this.#exited) return false
    if (groupExists(this.#group) && !this.#groupIsGone) {
      if (pause < searchPause || !(await onlyDeadLeft(this.#group))) return false
      // A process may have started during the check.
      signalGroup(this.#child, 'SIGKILL')
    }
    this.#groupIsGone = true
    return !(await this.#strays.left())
  }

  async #signalWhatIsDue(): Promise<void> {
    const due = this.#due()
    if (due === undefined) return
    if (due !== this.#sent) {
      await this.remember()
      this.#sent = due
      if (!this.#groupIsGone) signalGroup(this.#child, due)
    }
    this.#strays.signal(due)
  }

  #due(): 'SIGTERM' | 'SIGKILL' | undefined {
    const now = performance.now()
    return now >= this.#killAt ? 'SIGKILL' : now >= this.#termAt ? 'SIGTERM' : undefined
  }

  /** Waits until the next signal is due, at most `limit`, or until `#wake`. */
  async #wait(limit: number): Promise<void> {
    const next = this.#sent === undefined ? this.#termAt : this.#sent === 'SIGTERM' ? this.#killAt : Infinity
    const pause = Math.min(limit, next - performance.now())
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      if (pause !== Infinity) timer = setTimeout(resolve, Math.max(1, pause))
    })
    clearTimeout(timer)
  }
}
