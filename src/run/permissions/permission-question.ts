import type { PermissionRequestedEvent } from '../../events/permission.ts'
import type { ToolCalledEvent, ToolCallPatch, ToolKind } from '../../events/tools/tool-call.ts'
import type { PermissionQuestion } from '../api/permission-policy.ts'

type Call = Pick<
  ToolCallPatch | ToolCalledEvent,
  'tool' | 'title' | 'kind' | 'content' | 'locations' | 'input'
>

/** Reads a permission request. `known` is the tool call from earlier events, which may have more details. */
export function questionOf(request: PermissionRequestedEvent, known?: Call): PermissionQuestion {
  const { subject } = request
  const asked: Call = subject?.type === 'tool-call' ? subject.toolCall : {}
  const command = subject?.type === 'command' ? subject : undefined
  const kind = newest(asked.kind, known?.kind) ?? (command && 'execute')
  const calls = [asked, known ?? {}]
  return {
    kind,
    tool: newest(asked.tool, known?.tool),
    paths: [...new Set([...pathsIn({ cwd: command?.cwd }), ...calls.flatMap(pathsOf)])],
    command: command?.command ?? inputCommand(calls) ?? titleCommand(calls, { kind, title: request.title }),
    unknownFields: [
      ...new Set(calls.flatMap((call) => unknownIn(call.input, { command: inputCommand([call]) }))),
    ],
    request,
  }
}

/** A field of a patch: `undefined` keeps the known value, `null` clears it. */
function newest<Value>(asked: Value | null | undefined, known: Value | null | undefined): Value | undefined {
  return (asked === undefined ? known : asked) ?? undefined
}

/** Every path that a call names in its locations, changes and input. */
export function pathsOf({
  locations,
  content,
  input,
}: Pick<Call, 'locations' | 'content' | 'input'>): string[] {
  const diffs = (content ?? []).flatMap((part) => (part.type === 'diff' ? part.changes : []))
  return pathsIn([locations, diffs, input])
}

/**
 * Names of fields with a path, a URL or a file pattern, any of which may lead out of the workspace.
 * Seen so far: `path`, `paths`, `file_path`, `filePath`, `filepath`, `fileName`, `abs_path`, `oldPath`, `cwd`.
 */
const pathField =
  /(?:^p|_p|P)aths?$|^(?:cwd|files?|filepath|file_?[nN]ames?|ur[il]s?|dir|director(?:y|ies)|folders?|root|globs?|patterns?|include|exclude)$/

/** Names of fields whose text is neither a path nor a command, such as a search query or a reason. */
const plainField = /^(?:description|explanation|reason|intent|i|query|regex|thought|language|encoding)$/

/** Names of fields with a command. */
const commandField = /^(?:command|cmd)$/

/** Every text in a path field, at any depth. */
function pathsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
    if (!pathField.test(name)) return pathsIn(field)
    const texts: unknown[] = Array.isArray(field) ? field : [field]
    return texts.flatMap((text) => (typeof text === 'string' && text !== '' ? [text] : pathsIn(text)))
  })
}

/** Fields with the command or with parts of it. */
const partOfCommand = /^(?:commands?|cmds?|parsed_?cmd)$/

interface Unknown {
  /** The command of the same input. */
  readonly command: string | undefined
  /** The field of the input. */
  readonly field?: string
}

/** Every other field with text, at any depth; a plain text instead of an object counts too. */
function unknownIn(input: unknown, { command, field = 'input' }: Unknown): string[] {
  if (typeof input === 'string') {
    const isKnown =
      plainField.test(field) ||
      pathField.test(field) ||
      (partOfCommand.test(field) && command?.includes(input) === true)
    return isKnown ? [] : [field]
  }
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([name, value]: [string, unknown]) =>
    unknownIn(value, { command, field: Array.isArray(input) ? field : name }),
  )
}

/** The command in the input of a call. */
export function inputCommand(calls: readonly Pick<Call, 'input'>[]): string | undefined {
  for (const { input } of calls) {
    if (typeof input !== 'object' || input === null) continue
    const [, first] = Object.entries(input).find(([name]) => commandField.test(name)) ?? []
    if (first === undefined) continue
    const rest: unknown = 'args' in input ? input.args : []
    const parts: unknown[] = [first, rest].flat(2)
    if (parts.length > 0 && parts.every((part) => typeof part === 'string')) return parts.join(' ')
  }
  return undefined
}

/** Uses the title as the command only for a call that executes one and has no input. */
function titleCommand(
  calls: readonly Call[],
  { kind, title }: { kind: ToolKind | undefined; title: string | undefined },
): string | undefined {
  if (kind !== 'execute' || calls.some(({ input }) => input !== undefined && input !== null)) return undefined
  const [asked, known] = calls
  return newest(asked?.title, known?.title) ?? title
}
