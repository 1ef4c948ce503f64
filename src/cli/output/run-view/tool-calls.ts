import type { SubagentUpdatedEvent } from '../../../events/subagent.ts'
import type { ToolCalledEvent, ToolUpdatedEvent } from '../../../events/tools/tool-call.ts'
import type { ToolContent } from '../../../events/tools/tool-content.ts'
import { diffText } from './diff-text.ts'
import { diffsOf, grownCall, patchedCall, type ToolCall } from './tool-call.ts'
import { resultLines, runningLine, type ToolLineOptions } from './tool-lines.ts'

export interface ToolCallsOptions extends ToolLineOptions {
  show: (lines: readonly string[]) => void
}

/** A call that runs longer than this is shown before it ends. */
const longRunMs = 3000
/** The maximum number of calls to remember; an update of a forgotten call starts a new one. */
const maxCalls = 500

const finalStatuses: readonly unknown[] = ['completed', 'failed', 'cancelled']

/** Shows each tool call when it ends, and once before if it runs long. */
export class ToolCalls {
  readonly #options: ToolCallsOptions
  readonly #calls = new Map<string, ToolCall>()
  readonly #timers = new Map<string, NodeJS.Timeout>()
  /** The file changes already shown, by call. */
  readonly #shownDiffs = new Map<string, string>()
  readonly #subagents = new Map<string, string>()

  constructor(options: ToolCallsOptions) {
    this.#options = options
  }

  get known(): ReadonlyMap<string, ToolCall> {
    return this.#calls
  }

  change(event: ToolCalledEvent | ToolUpdatedEvent): 'new' | 'known' {
    const before = this.#calls.get(event.toolCallId)
    const call = patchedCall(before, event)
    this.#remember(call)
    if (!finalStatuses.includes(call.status)) this.#watch(call)
    else if (before !== undefined && before.status === call.status) this.#showLateDiffs(call)
    else this.#showResult(call)
    return before === undefined ? 'new' : 'known'
  }

  grow(toolCallId: string, content: ToolContent): void {
    this.#remember(grownCall(this.#calls.get(toolCallId), toolCallId, content))
  }

  /** Marks the file changes of a call as shown. */
  markShown(call: ToolCall): void {
    const diffs = diffsOf(call)
    if (diffs.length > 0) this.#shownDiffs.set(call.toolCallId, JSON.stringify(diffs))
  }

  /** Stops the timer of a call that waits for a person. */
  rest(toolCallId: string): void {
    clearTimeout(this.#timers.get(toolCallId))
    this.#timers.delete(toolCallId)
  }

  /** Shows a subagent when it is new or has failed. */
  subagent(id: string, { title, state }: Pick<SubagentUpdatedEvent, 'title' | 'state'>): void {
    const { style, text, show } = this.#options
    const before = this.#subagents.get(id)
    const status = state?.status === 'failed' ? 'failed' : 'there'
    if (before === status) return
    this.#subagents.set(id, status)
    const mark = status === 'failed' ? style.bad('✗') : style.dim('·')
    const why = state?.error === undefined ? '' : ` — ${text.line(state.error.message)}`
    show([`${mark} subagent ${text.line(title ?? id)}${why}`])
  }

  /** Shows the calls that did not end. */
  end(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
    const { show, style } = this.#options
    const open = [...this.#calls.values()].filter(({ status }) => !finalStatuses.includes(status))
    show(open.map((call) => `${runningLine(call, this.#options)} ${style.warn('did not end')}`))
    this.#calls.clear()
  }

  #remember(call: ToolCall): void {
    this.#calls.set(call.toolCallId, call)
    const [oldest] = this.#calls.keys()
    if (this.#calls.size > maxCalls && oldest !== undefined) this.#forget(oldest)
  }

  #forget(toolCallId: string): void {
    this.#calls.delete(toolCallId)
    this.#shownDiffs.delete(toolCallId)
    this.rest(toolCallId)
  }

  #watch({ toolCallId }: ToolCall): void {
    if (this.#timers.has(toolCallId)) return
    const timer = setTimeout(() => {
      const call = this.#calls.get(toolCallId)
      if (call !== undefined) this.#options.show([runningLine(call, this.#options)])
    }, longRunMs)
    timer.unref()
    this.#timers.set(toolCallId, timer)
  }

  #showResult(call: ToolCall): void {
    this.rest(call.toolCallId)
    const isShown = this.#shownDiffs.get(call.toolCallId) === JSON.stringify(diffsOf(call))
    this.markShown(call)
    const content = (call.content ?? []).filter((part) => !isShown || part.type !== 'diff')
    this.#options.show(resultLines({ ...call, content }, this.#options))
  }

  /** Some agents report the file changes of a call after its end. */
  #showLateDiffs(call: ToolCall): void {
    const diffs = diffsOf(call)
    if (diffs.length === 0 || this.#shownDiffs.get(call.toolCallId) === JSON.stringify(diffs)) return
    this.markShown(call)
    this.#options.show(diffs.flatMap((diff) => diffText(diff, this.#options)))
  }
}
