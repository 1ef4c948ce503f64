import { resolve } from 'node:path'
import type { ToolKind, ToolLocation } from '../../events/tools/tool-call.ts'
import type { ToolContent } from '../../events/tools/tool-content.ts'
import {
  type Fields,
  fieldsOf,
  listOf,
  pathWithin,
  present,
  shownChange,
  shownText,
  textOf,
  unknownPart,
} from './read-values.ts'

/** The field names of a tool's input. */
export interface ToolShape {
  readonly kind: ToolKind
  /** The field that describes the call. */
  readonly title?: string
  /** The field with the file path, and the verb for the title. */
  readonly path?: string
  readonly verb?: string
  /** The fields with the old and the new text. */
  readonly oldText?: string
  readonly newText?: string
  /** The field with a list of changes to the file. */
  readonly changes?: string
}

/** The tools of an agent, by name. */
export type ToolTable = Readonly<Record<string, ToolShape>>

/** How a tool call is displayed. */
export interface ShownTool {
  title: string
  kind: ToolKind
  locations?: ToolLocation[]
  /** The file change that the call will make. */
  content?: ToolContent[]
}

/** Describes a tool call for display. A tool that is not in the table shows its name. */
export function toolLook(
  table: ToolTable,
  tool: string,
  { input, cwd }: { input: unknown; cwd: string },
): ShownTool {
  const shape = Object.hasOwn(table, tool) ? table[tool] : undefined
  const from = fieldsOf(input)
  const path = shape?.path === undefined ? undefined : textOf(from[shape.path])
  const title = shape?.title === undefined ? undefined : textOf(from[shape.title])
  const place = path === undefined ? undefined : `${shape?.verb ?? tool} ${pathWithin(cwd, path)}`
  return {
    title: title ?? place ?? tool,
    kind: shape?.kind ?? 'other',
    ...(path === undefined || shape === undefined ? {} : atPath(resolve(cwd, path), shape, from)),
  }
}

function atPath(path: string, shape: ToolShape, input: Fields): Pick<ShownTool, 'locations' | 'content'> {
  const { oldText, newText, changes } = shape
  if (newText === undefined) return { locations: [{ path }] }
  const listed = changes === undefined ? [] : listOf(input[changes]).map(fieldsOf)
  const content = [input, ...listed].flatMap((from): ToolContent[] => {
    const [before, after] = [oldText === undefined ? undefined : from[oldText], from[newText]]
    if (typeof after !== 'string') return []
    return [shownChange(path, after, typeof before === 'string' ? before : undefined)]
  })
  return { locations: [{ path }], ...present({ content: content.length === 0 ? undefined : content }) }
}

/** The display content of a tool's result blocks. */
export function shownBlocks(blocks: unknown): ToolContent[] {
  return listOf(blocks).map((item): ToolContent => {
    const block = fieldsOf(item)
    const { type, text, data, mimeType } = block
    if (type === 'text' && typeof text === 'string') return shownText(text)
    if (type === 'image' && typeof data === 'string' && typeof mimeType === 'string')
      return { type: 'content', content: { type, data, mimeType } }
    return unknownPart(block)
  })
}
