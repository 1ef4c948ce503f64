import { CapstanError } from '../../core/capstan-error.ts'
import type { Clock } from '../../core/clock.ts'
import { ignore } from '../../core/ignore.ts'
import type { DeliveryPolicy } from '../delivery-policy.ts'

export interface UnsavedWorkOptions {
  clock: Clock
  policy: Pick<DeliveryPolicy, 'backoffMs' | 'maxBackoffMs'>
  warn: (message: string, cause?: unknown) => void
}

interface Unsaved {
  readonly problem: string
  readonly work: () => void
}

/**
 * Writes that must reach the store although it may fail for a while, for example on a full disk: what a session
 * reported has happened, whether the store took it or not.
 */
export class UnsavedWork {
  readonly #options: UnsavedWorkOptions
  readonly #unsaved = new Map<string, Unsaved>()
  /** Keys of reported failures. */
  readonly #reported = new Set<string>()
  #failures = 0
  #sleeper: AbortController | undefined

  constructor(options: UnsavedWorkOptions) {
    this.#options = options
  }

  /** Does the work now, or repeats it until it succeeds. Newer work under the same key replaces older work. */
  attempt(key: string, problem: string, work: () => void): void {
    this.#unsaved.delete(key)
    try {
      work()
    } catch (error) {
      this.failed(key, { problem, work, error })
    }
  }

  /**
   * Reports a failure, once until the store works again, and repeats the work later; not if another node owns the
   * session, which then decides about it. Returns whether the work is repeated.
   */
  failed(key: string, { problem, work, error }: Unsaved & { error: unknown }): boolean {
    if (isNotOwner(error)) {
      this.#options.warn(problem, error)
      return false
    }
    if (!this.#reported.has(key)) this.#options.warn(problem, error)
    this.#reported.add(key)
    this.#unsaved.set(key, { problem, work })
    this.#repeatLater()
    return true
  }

  /** Makes a last attempt and reports what stays unsaved. */
  close(): void {
    this.#sleeper?.abort()
    for (const { problem, work } of this.#takeAll().values()) {
      try {
        work()
      } catch (error) {
        this.#options.warn(problem, error)
      }
    }
  }

  #repeatLater(): void {
    if (this.#sleeper !== undefined) return
    const { clock, policy } = this.#options
    const sleeper = new AbortController()
    this.#sleeper = sleeper
    const delay = Math.min(policy.backoffMs * 2 ** this.#failures, policy.maxBackoffMs)
    clock.sleep(delay, sleeper.signal).then(() => this.#repeat(), ignore)
  }

  #repeat(): void {
    this.#sleeper = undefined
    const before = this.#takeAll()
    for (const [key, unsaved] of before) {
      try {
        unsaved.work()
      } catch (error) {
        if (isNotOwner(error)) this.#options.warn(unsaved.problem, error)
        else if (!this.#unsaved.has(key)) this.#unsaved.set(key, unsaved)
      }
    }
    if (this.#unsaved.size > 0) {
      this.#failures = Math.min(this.#failures + 1, 16)
      return this.#repeatLater()
    }
    this.#failures = 0
    this.#reported.clear()
  }

  #takeAll(): Map<string, Unsaved> {
    const all = new Map(this.#unsaved)
    this.#unsaved.clear()
    return all
  }
}

function isNotOwner(error: unknown): boolean {
  return CapstanError.isInstance(error) && error.code === 'NOT_OWNER'
}
