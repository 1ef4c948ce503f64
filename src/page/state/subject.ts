import { isRecord } from '../../core/is-record.ts'
import type { Diff } from '../../events/tools/diff.ts'
import type { Interrupt } from '../../gateway/ag-ui/events.ts'

/** What a question is about. */
export interface Subject {
  readonly description?: string
  readonly command?: string
  /** Of the call that is asked about, where it says nothing better. */
  readonly input?: Readonly<Record<string, unknown>>
  /** The changes that the call would make. */
  readonly diffs: readonly Diff[]
  /** Where the agent wants a person to go. */
  readonly url?: string
}

/** Reads what the gateway tells of a question beside the protocol. */
export function subjectOf({ metadata }: Interrupt): Subject {
  const own = isRecord(metadata?.['capstan']) ? metadata['capstan'] : {}
  const { description, url } = own
  const subject = isRecord(own['subject']) ? own['subject'] : {}
  const { command } = subject
  const call = isRecord(subject['toolCall']) ? subject['toolCall'] : {}
  const { input } = call
  const content: unknown[] = Array.isArray(call['content']) ? call['content'] : []
  const diffs = content.filter((part) => isRecord(part) && part['type'] === 'diff') as Diff[]
  return {
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof command === 'string' ? { command } : {}),
    ...(isRecord(input) && diffs.length === 0 ? { input } : {}),
    diffs,
    ...(typeof url === 'string' ? { url } : {}),
  }
}

/** The calls whose changes an open question shows, so that they are not shown twice. */
export function callsShownBy(interrupts: readonly Interrupt[]): ReadonlySet<string> {
  return new Set(
    interrupts.flatMap((interrupt) => {
      const { toolCallId } = interrupt
      return toolCallId !== undefined && subjectOf(interrupt).diffs.length > 0 ? [toolCallId] : []
    }),
  )
}
