import { marksOf, type ProcessEntry, processEntry, readMarked, readProcesses } from './process-table.ts'

interface Stray extends Pick<ProcessEntry, 'group' | 'started'> {
  sent?: 'SIGTERM' | 'SIGKILL'
  /** The system refused a signal to it, so nobody waits for its end. */
  isRefused?: boolean
}

/**
 * Finds and signals the descendants of a process that have left its group, perhaps with another parent. On Linux their
 * environment holds the mark of the process. On other systems, and without a mark, a descendant is found through its
 * parents while these run.
 */
export class Strays {
  readonly #mark: string
  readonly #group: number
  readonly #known = new Map<number, Stray>()

  constructor({ mark, group }: { mark: string; group: number }) {
    this.#mark = mark
    this.#group = group
  }

  /** Records the descendants while the process still runs, including those that only their parents identify. */
  async lookBelowLeader(): Promise<void> {
    await this.#look(this.#group)
  }

  /** Searches again. Returns whether a descendant still runs. */
  async left(): Promise<boolean> {
    await this.#look()
    return Array.from(this.#known.values()).some(({ isRefused }) => !isRefused)
  }

  /** Signals each descendant outside the group once per signal. Skips a pid that now belongs to another process. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    for (const [pid, stray] of this.#known) {
      if (!this.#isStill(pid, stray)) this.#known.delete(pid)
      else if (stray.group !== this.#group && stray.sent !== signal) {
        stray.sent = signal
        stray.isRefused = !send(pid, signal)
      }
    }
  }

  async #look(leader?: number): Promise<void> {
    this.#forgetGone()
    // Follow parents at once: they may exit at any moment, while marks stay.
    if (leader !== undefined || this.#known.size > 0) await this.#lookByParents(leader)
    for (const pid of (await readMarked()).get(this.#mark) ?? []) {
      const entry = processEntry(pid)
      // Check again after reading the start time: another process may have got the pid in between.
      if (entry !== undefined && marksOf(pid).includes(this.#mark)) this.#add(pid, entry)
    }
    this.#forgetGone()
  }

  async #lookByParents(leader: number | undefined): Promise<void> {
    const entries = await readProcesses()
    for (const [pid, { started }] of this.#known)
      if (entries.get(pid)?.started !== started) this.#known.delete(pid)
    const parents = new Set(this.#known.keys())
    if (leader !== undefined) parents.add(leader)
    // Children may be listed before their parents, so repeat until a round finds no more.
    for (let before = -1; before !== parents.size;) {
      before = parents.size
      for (const [pid, entry] of entries) {
        if (parents.has(pid) || !parents.has(entry.parent)) continue
        parents.add(pid)
        this.#add(pid, entry)
      }
    }
  }

  /** Includes processes that are still in the group: they may leave it before the signal. */
  #add(pid: number, { group, started }: ProcessEntry): void {
    if (pid === this.#group) return
    const known = this.#known.get(pid)
    if (known?.started === started) known.group = group
    else this.#known.set(pid, { group, started })
  }

  #forgetGone(): void {
    for (const [pid, stray] of this.#known) if (!this.#isStill(pid, stray)) this.#known.delete(pid)
  }

  /**
   * Pid and start time identify a process, even after it starts another program. Only Linux is fast enough to check each
   * process again; other systems rely on the last search.
   */
  #isStill(pid: number, stray: Stray): boolean {
    if (process.platform !== 'linux') return true
    const entry = processEntry(pid)
    if (entry?.started !== stray.started) return false
    stray.group = entry.group
    return true
  }
}

/** Returns false if the system refuses the signal. */
function send(pid: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
