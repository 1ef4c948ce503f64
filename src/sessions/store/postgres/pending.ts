import type { Change, Effect, Fence, Transaction } from './change.ts'

/** A change with its effect here and the ownership it relies on. */
export interface Step {
  change: Change
  effect: Effect
  fence?: Fence
}

/** A transaction that is applied here and not committed yet. */
export class Pending {
  steps: Step[] = []
  /** Undoes the transaction here, oldest step first. */
  undo: readonly (() => void)[] = []
  /** Whether somebody waits for the commit and can handle a refusal. */
  isAwaited = false
  readonly done = Promise.withResolvers<void>()

  constructor() {
    // Those who wait see the error; nobody has to.
    this.done.promise.catch(() => undefined)
  }

  get fences(): Fence[] {
    const bySession = new Map<string, Fence>()
    for (const { fence } of this.steps) if (fence !== undefined) bySession.set(fence.session, fence)
    return [...bySession.values()]
  }

  get transaction(): Transaction {
    return { changes: this.steps.map(({ change }) => change), fences: this.fences }
  }

  undoAll(): void {
    for (const step of this.undo.toReversed()) step()
  }
}
