import { marksOf, type ProcessEntry, processEntry, readMarked, readProcesses } from './process-table.ts'

interface Stray extends Pick<ProcessEntry, 'group' | 'started'> {
  sent?: 'SIGTERM' | 'SIGKILL'
  /** The system does not let us signal it: nobody waits for its end. */
  isRefused?: boolean
}

/**
 * What a process started that is no longer in its group: it has a group or a session of its own, and perhaps another
 * parent. On Linux it is found by its mark, as long as its environment has it; elsewhere, and without a mark, by its
 * parents as long as those run.
 */
export class Strays {
  readonly #mark: string
  readonly #group: number
  readonly #known = new Map<number, Stray>()

  constructor({ mark, group }: { mark: string; group: number }) {
    this.#mark = mark
    this.#group = group
  }

  /** Looks for them while their leader still runs: also for those that only their parents lead to. */
  async lookBelowLeader(): Promise<void> {
    await this.#look(this.#group)
  }

  /** Looks again; whether any is left. */
  async left(): Promise<boolean> {
    await this.#look()
    return Array.from(this.#known.values()).some(({ isRefused }) => !isRefused)
  }

  /**
   * Signals each that has left the group and has not had this signal, and only what is still the process that was found.
   */
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
    // Parents may be gone in a moment; marks stay.
    if (leader !== undefined || this.#known.size > 0) await this.#lookByParents(leader)
    for (const pid of (await readMarked()).get(this.#mark) ?? []) {
      const entry = processEntry(pid)
      // Again, after its start was read: the number may have passed to another process in between.
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
    // Children may be listed before their parents: until a round finds no more.
    for (let before = -1; before !== parents.size;) {
      before = parents.size
      for (const [pid, entry] of entries) {
        if (parents.has(pid) || !parents.has(entry.parent)) continue
        parents.add(pid)
        this.#add(pid, entry)
      }
    }
  }

  /** Also what is still in the group: it may leave before its signal. */
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
   * A number and a start name a process, whatever program it runs by now. Other systems than Linux were asked a moment ago,
   * and are too slow to ask again for each.
   */
  #isStill(pid: number, stray: Stray): boolean {
    if (process.platform !== 'linux') return true
    const entry = processEntry(pid)
    if (entry?.started !== stray.started) return false
    stray.group = entry.group
    return true
  }
}

/** False when the system refuses it. */
function send(pid: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
