import { isRecord } from '../../core/is-record.ts'
import type { Diff } from '../../events/tools/diff.ts'
import type { Interrupt } from '../../gateway/ag-ui/events.ts'

/** The subject of a question. */
export interface Subject {
  readonly description?: string
  readonly command?: string
  /** Input of the tool call, if the call has no diffs. */
  readonly input?: Readonly<Record<string, unknown>>
  /** The changes that the call would make. */
  readonly diffs: readonly Diff[]
  /** The URL that the agent asks the user to open. */
  readonly url?: string
}

/** Reads the subject from Capstan's metadata of an interrupt. */
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

/** Ids of the tool calls whose changes an open question already shows. */
export function callsShownBy(interrupts: readonly Interrupt[]): ReadonlySet<string> {
  return new Set(
    interrupts.flatMap((interrupt) => {
      const { toolCallId } = interrupt
      return toolCallId !== undefined && subjectOf(interrupt).diffs.length > 0 ? [toolCallId] : []
    }),
  )
}
