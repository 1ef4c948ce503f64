import { applyEdits, findNodeAtLocation, modify, type Node, parseTree } from 'jsonc-parser'
import { piecesOf } from './plain-json.ts'

const formattingOptions = { insertSpaces: true, tabSize: 2 }

/** Sets a key in JSON with comments. Comments stay next to their keys. */
export function withKey(text: string, steps: readonly string[], value: unknown): string {
  const known = steps.findLastIndex((_, index) => nodeAt(text, steps.slice(0, index)) !== undefined)
  const isNew = nodeAt(text, steps) === undefined
  const last = isNew ? nodeAt(text, steps.slice(0, known))?.children?.at(-1) : undefined
  if (last === undefined) {
    return applyEdits(text, modify(text, [...steps], value, { formattingOptions }))
  }
  // The library would insert the key between the last key and the comment on that line.
  const end = last.offset + last.length
  const { comma, lineEnd } = tailOf(text, end)
  const margin = /\r?\n[ \t]*$/.exec(text.slice(0, last.offset))?.[0] ?? '\n  '
  const [before, tail, after] = [text.slice(0, end), text.slice(end, lineEnd), text.slice(lineEnd)]
  const added = margin + propertyText(steps.slice(known), value).replaceAll('\n', margin)
  return comma === undefined ? `${before},${tail}${added}${after}` : `${before}${tail}${added},${after}`
}

/** Removes a key from JSON with comments, with the comment after it on the same line. */
export function withoutKey(text: string, steps: readonly string[]): string {
  const property = nodeAt(text, steps)?.parent
  const siblings = property?.parent?.children
  if (property === undefined || siblings === undefined) return text
  const { comma, lineEnd } = tailOf(text, property.offset + property.length)
  const after = text.slice(lineEnd)
  const before = text.slice(0, property.offset)
  const kept = /^[ \t]*\r?\n/.test(after) ? before.trimEnd() : before
  const previous = siblings[siblings.indexOf(property) - 1]
  const needless =
    comma === undefined && previous !== undefined
      ? tailOf(text, previous.offset + previous.length).comma
      : undefined
  return needless === undefined ? kept + after : kept.slice(0, needless) + kept.slice(needless + 1) + after
}

function nodeAt(text: string, steps: readonly string[]): Node | undefined {
  const root = parseTree(text)
  return root && findNodeAtLocation(root, [...steps])
}

/** The indented text of a property. The first part of the path is its key, each further part a nested object. */
function propertyText([key = '', ...rest]: readonly string[], value: unknown): string {
  const inner = rest.reduceRight((content: unknown, step) => ({ [step]: content }), value)
  const lines = JSON.stringify({ [key]: inner }, undefined, 2)
    .split('\n')
    .slice(1, -1)
  return lines.map((line) => line.slice(2)).join('\n')
}

/** The offsets of the comma after a property and of the end of its line, including comments on that line. */
function tailOf(text: string, end: number): { comma: number | undefined; lineEnd: number } {
  const next = firstOf(text, end, /\S/)
  const comma = text[next] === ',' ? next : undefined
  const start = comma === undefined ? end : comma + 1
  const lineEnd = firstOf(text, start, /\S|[\r\n]/)
  // Comments before another property on the same line belong to that property.
  return { comma, lineEnd: /[\r\n}]/.test(text.charAt(lineEnd)) ? lineEnd : start }
}

/** The offset of the first match outside of comments. */
function firstOf(text: string, start: number, pattern: RegExp): number {
  let offset = start
  for (const { text: piece, isComment } of piecesOf(text.slice(start))) {
    if (!isComment && pattern.test(piece)) break
    offset += piece.length
  }
  return offset
}
