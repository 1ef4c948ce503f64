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
  const input = isRecord(call['input']) ? call['input'] : undefined
  const line = input === undefined || typeof command === 'string' ? undefined : commandLineOf(input)
  const content: unknown[] = Array.isArray(call['content']) ? call['content'] : []
  const diffs = content.filter((part) => isRecord(part) && part['type'] === 'diff') as Diff[]
  return {
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof command === 'string' ? { command } : {}),
    ...line,
    ...(input !== undefined && line === undefined && diffs.length === 0 ? { input } : {}),
    diffs,
    ...(typeof url === 'string' ? { url } : {}),
  }
}

/** The command of an input as one line, and the other fields of the input. */
function commandLineOf(input: Record<string, unknown>): Pick<Subject, 'command' | 'input'> | undefined {
  const { command, args = [], ...rest } = input
  const others: unknown[] = Array.isArray(args) ? args : [args]
  const words = [...(Array.isArray(command) ? (command as unknown[]) : [command]), ...others]
  if (words.length === 0 || !words.every((word) => typeof word === 'string')) return undefined
  // A single text is a line for a shell already.
  const isLine = typeof command === 'string' && words.length === 1
  const line = isLine ? command : words.map(quoted).join(' ')
  return { command: line, ...(Object.keys(rest).length === 0 ? {} : { input: rest }) }
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)
}

/** The tool calls that open questions are about, by id, and whether the question shows their changes. */
export function askedCalls(interrupts: readonly Interrupt[]): ReadonlyMap<string, boolean> {
  return new Map(
    interrupts.flatMap((interrupt): [string, boolean][] => {
      const { toolCallId } = interrupt
      return toolCallId === undefined ? [] : [[toolCallId, subjectOf(interrupt).diffs.length > 0]]
    }),
  )
}
