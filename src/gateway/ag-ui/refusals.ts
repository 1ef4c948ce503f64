import type { PermissionRequestedEvent, PermissionResolvedEvent } from '../../events/permission.ts'

interface Asked {
  readonly toolCallId: string
  /** Ids of the options that reject the call. */
  readonly rejecting: ReadonlySet<string>
}

/** The tool calls that a person or a policy refused. Outlives the runs of a turn. */
export class Refusals {
  readonly #asked = new Map<string, Asked>()
  readonly #refused = new Set<string>()

  /** A permission request about a call. */
  ask(toolCallId: string, { requestId, options }: PermissionRequestedEvent): void {
    const rejecting = options.filter(({ kind }) => kind.startsWith('reject'))
    this.#asked.set(requestId, {
      toolCallId,
      rejecting: new Set(rejecting.map(({ optionId }) => optionId)),
    })
  }

  resolve({ requestId, outcome }: PermissionResolvedEvent): void {
    const asked = this.#asked.get(requestId)
    this.#asked.delete(requestId)
    if (asked === undefined || outcome.type !== 'selected') return
    if (asked.rejecting.has(outcome.optionId)) this.#refused.add(asked.toolCallId)
  }

  /** Whether a call was refused; says so once. */
  take(toolCallId: string): boolean {
    return this.#refused.delete(toolCallId)
  }
}
