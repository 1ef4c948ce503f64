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

/**
 * The end of a child's whole group and of what it started that left the group. It is asked for, perhaps more than once,
 * and then `SIGTERM` and `SIGKILL` follow when they are due. A group that was seen to be gone is never signalled again:
 * its number may be somebody else's.
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

  /** Resolves when the child has exited and nothing that it started runs any more. It is followed from the first call on. */
  get gone(): Promise<void> {
    this.#gone ??= this.#follow()
    return this.#gone
  }

  /** Made when the end comes near: a process that runs has nothing to look for. */
  get #strays(): Strays {
    this.#found ??= new Strays({ group: this.#group, mark: this.#mark })
    return this.#found
  }

  get asked(): boolean {
    return this.#termAt !== Infinity
  }

  /** Asks for the end. A later call can bring it forward, never put it off. */
  ask({ untilTerm, untilKill }: EndOptions): void {
    this.#termAt = Math.min(this.#termAt, performance.now() + untilTerm)
    this.#killAt = Math.min(this.#killAt, this.#termAt + untilKill)
    this.#wake()
  }

  /** Remembers what is below the child: once it has exited, its children have another parent. */
  async remember(): Promise<void> {
    if (!this.#exited) await this.#strays.lookBelowLeader()
  }

  async #follow(): Promise<void> {
    let pause = shortestPause
    while (!(await this.#isGone(pause))) {
      await this.#signalWhatIsDue()
      // While the child runs its group is there: only then is there nothing to look at again and again.
      await this.#wait(this.#exited ? pause : Infinity)
      if (this.#exited) pause = Math.min(pause * 2, longestPause)
    }
  }

  async #isGone(pause: number): Promise<boolean> {
    if (!this.#exited) return false
    if (groupExists(this.#group) && !this.#groupIsGone) {
      if (pause < longestPause || !(await onlyDeadLeft(this.#group))) return false
      // A process started while we looked may have been missed.
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

  /** Waits until the next signal is due, no longer than `limit`, or until something happens. */
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
