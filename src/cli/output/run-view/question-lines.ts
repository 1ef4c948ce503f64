import type { PermissionRequestedEvent } from '../../../events/permission.ts'
import { shortValue } from '../short-text.ts'
import { diffText } from './diff-text.ts'
import { commandOf, diffsOf, patchedCall, type ToolCall } from './tool-call.ts'
import { type ToolLineOptions, toolTitle } from './tool-lines.ts'

/** The maximum length of a shown input. */
const maxInput = 1000

/** The tool call of a permission request, with everything known about the call. */
export function callInQuestion(
  { subject }: PermissionRequestedEvent,
  calls: ReadonlyMap<string, ToolCall>,
): ToolCall | undefined {
  if (subject?.type !== 'tool-call') return undefined
  return patchedCall(calls.get(subject.toolCall.toolCallId), subject.toolCall)
}

/** The permission request on one line. */
export function questionTitle(
  request: PermissionRequestedEvent,
  call: ToolCall | undefined,
  { text }: Pick<ToolLineOptions, 'text'>,
): string {
  const { title, subject } = request
  if (title !== undefined && title !== call?.title) return text.line(title)
  if (call !== undefined) return toolTitle(call, { text })
  if (subject?.type === 'command') return text.line(subject.command)
  return text.line(subject?.type === 'unknown' ? subject.originalType : (title ?? 'something'))
}

/** The input of a call, if no diff shows it. */
function inputText(call: ToolCall | undefined): string | undefined {
  if (call === undefined || diffsOf(call).length > 0) return undefined
  const { input } = call
  const isEmpty = input === undefined || input === null || Object.keys(Object(input) as object).length === 0
  return isEmpty ? undefined : shortValue(input, maxInput)
}

/** Everything a person needs to decide. Commands and paths are never cut. */
export function questionLines(
  request: PermissionRequestedEvent,
  call: ToolCall | undefined,
  options: ToolLineOptions,
): string[] {
  const { style, text } = options
  const { subject, description } = request
  const title = questionTitle(request, call, options)
  const command = subject?.type === 'command' ? subject.command : commandOf(call?.input)
  const rows: [string, string | undefined][] = [
    ['why', description],
    ['command', command],
    ['in', subject?.type === 'command' ? subject.cwd : undefined],
    ['input', command === undefined ? inputText(call) : undefined],
    ...(call?.locations ?? []).map(({ path }): [string, string] => ['path', path]),
  ]
  return [
    `${style.warn('?')} ${style.bold(`The agent asks: ${title}`)}`,
    ...rows.flatMap(([name, value]) =>
      value === undefined ? [] : [`  ${style.dim(name)} ${text.line(value)}`],
    ),
    ...(call === undefined ? [] : diffsOf(call)).flatMap((diff) => diffText(diff, options)),
  ]
}
