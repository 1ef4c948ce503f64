import { parseDocument, type Document } from 'yaml'
import { isRecord } from '../../../core/is-record.ts'

export interface SkillDocument {
  /** The YAML front matter. Every scalar is a string as written: a version 1.0 stays `1.0`. */
  readonly head: Readonly<Record<string, unknown>>
  /** The text after the front matter. */
  readonly body: string
}

const fence = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/
/** An unquoted value on one line. */
const plainLine = /^([A-Za-z][\w-]*:[ \t]+)([^\s"'[{|>&*!].*?)[ \t]*$/gm

/** Parses the front matter of a skill. Undefined if it is missing or invalid. */
export function readSkillDocument(text: string): SkillDocument | undefined {
  const match = fence.exec(text)
  if (match === null) return undefined
  const [all, inside = ''] = match
  const head = readHead(inside)
  return head === undefined ? undefined : { head, body: text.slice(all.length) }
}

function readHead(text: string): Record<string, unknown> | undefined {
  const asWritten = parse(text)
  // Published skills have `description: Makes: a release`, which YAML forbids but agents accept.
  const document = asWritten.errors.length === 0 ? asWritten : parse(quotePlainLines(text))
  if (document.errors.length > 0) return undefined
  const head: unknown = document.toJS() ?? {}
  return isRecord(head) ? head : undefined
}

function parse(text: string): Document.Parsed {
  return parseDocument(text, { schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' })
}

function quotePlainLines(text: string): string {
  return text.replaceAll(plainLine, (_, name: string, value: string) => name + JSON.stringify(value))
}
