import { type Inline, readInline } from './markdown-inline.ts'
import { readTable, type Table } from './markdown-table.ts'

/** A block of Markdown. */
export type Block =
  | { readonly type: 'heading'; readonly level: number; readonly content: readonly Inline[] }
  | { readonly type: 'paragraph'; readonly content: readonly Inline[] }
  /** `isOpen` until its end has come. */
  | { readonly type: 'code'; readonly language: string; readonly text: string; readonly isOpen: boolean }
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }
  | { readonly type: 'list'; readonly start?: number; readonly items: readonly ListItem[] }
  | { readonly type: 'rule' }
  | Table

export interface ListItem {
  /** Whether it is a task that is done or not; undefined for what is no task. */
  readonly isDone?: boolean
  readonly blocks: readonly Block[]
}

interface Part {
  readonly block: Block
  /** The first line after it. */
  readonly next: number
}

const mostDepth = 8
const fence = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/
const heading = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/
const rule = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/
const item = /^( {0,3})([-*+]|\d{1,9}[.)])(?:\s+(.*))?$/
const quote = /^ {0,3}> ?/

/** Reads the Markdown that agents write. Never HTML, and what is not finished yet is read as far as it is there. */
export function readMarkdown(text: string): Block[] {
  return readBlocks(text.replaceAll('\r\n', '\n').split('\n'), 0)
}

function readBlocks(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < lines.length;) {
    if (lines[at]?.trim() === '') {
      at++
      continue
    }
    const { block, next } = readBlock(lines, at, depth)
    blocks.push(block)
    at = next
  }
  return blocks
}

function readBlock(lines: readonly string[], at: number, depth: number): Part {
  const line = lines[at] ?? ''
  const [, marks, title = ''] = heading.exec(line) ?? []
  if (marks !== undefined) {
    return { block: { type: 'heading', level: marks.length, content: readInline(title) }, next: at + 1 }
  }
  if (rule.test(line)) return { block: { type: 'rule' }, next: at + 1 }
  const deeper = depth < mostDepth
  return (
    readFence(lines, at) ??
    (deeper ? (readQuote(lines, at, depth) ?? readList(lines, at, depth)) : undefined) ??
    readTable(lines, at) ??
    readParagraph(lines, at, depth)
  )
}

function readFence(lines: readonly string[], at: number): Part | undefined {
  const [opening = '', mark, language = ''] = fence.exec(lines[at] ?? '') ?? []
  if (mark === undefined) return undefined
  const indent = opening.search(/\S/)
  const isEnd = (line: string): boolean => {
    const text = line.trim()
    return text.length >= mark.length && text === (mark[0] ?? '').repeat(text.length)
  }
  const rest = lines.slice(at + 1)
  const length = rest.findIndex(isEnd)
  const inside = (length === -1 ? rest : rest.slice(0, length)).map((line) =>
    line.replace(new RegExp(`^ {0,${indent}}`), ''),
  )
  // Of an end that is still coming, nothing is shown.
  if (length === -1 && /^ {0,3}[`~]+$/.test(inside.at(-1) ?? '')) inside.pop()
  const block: Block = { type: 'code', language, text: inside.join('\n'), isOpen: length === -1 }
  return { block, next: length === -1 ? lines.length : at + length + 2 }
}

function readQuote(lines: readonly string[], at: number, depth: number): Part | undefined {
  let next = at
  while (quote.test(lines[next] ?? '')) next++
  if (next === at) return undefined
  const inside = lines.slice(at, next).map((line) => line.replace(quote, ''))
  return { block: { type: 'quote', blocks: readBlocks(inside, depth + 1) }, next }
}

function readList(lines: readonly string[], at: number, depth: number): Part | undefined {
  const first = item.exec(lines[at] ?? '')
  if (first === null) return undefined
  const kind = kindOf(first[2] ?? '')
  const items: ListItem[] = []
  let next = at
  for (;;) {
    const match = item.exec(lines[next] ?? '')
    if (match === null || kindOf(match[2] ?? '') !== kind || rule.test(lines[next] ?? '')) break
    const [, space = '', mark = '', text = ''] = match
    const end = endOfItem(lines, next + 1, space.length + mark.length)
    const rest = lines.slice(next + 1, end).map(withoutIndent(space.length + mark.length + 1))
    items.push(itemOf([text, ...rest], depth))
    next = end
  }
  const start = Number.parseInt(first[2] ?? '', 10)
  return { block: { type: 'list', ...(Number.isNaN(start) ? {} : { start }), items }, next }
}

function itemOf([first = '', ...rest]: readonly string[], depth: number): ListItem {
  const [, box, text] = /^\[([ xX])\]\s+(.*)$/.exec(first) ?? []
  const blocks = readBlocks([text ?? first, ...rest], depth + 1)
  return box === undefined ? { blocks } : { isDone: box !== ' ', blocks }
}

/** An item goes on over what is indented, and over empty lines that something indented follows. */
function endOfItem(lines: readonly string[], from: number, indent: number): number {
  let end = from
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    const isInside = line.search(/\S/) >= Math.min(indent, 2)
    const isMore = at === end && !startsBlock(line) && !item.test(line)
    if (!isInside && !isMore) break
    end = at + 1
  }
  return end
}

function readParagraph(lines: readonly string[], at: number, depth: number): Part {
  let next = at + 1
  while (next < lines.length && !endsParagraph(lines, next, depth)) next++
  const text = lines.slice(at, next).map((line) => line.trim())
  return { block: { type: 'paragraph', content: readInline(text.join('\n')) }, next }
}

function endsParagraph(lines: readonly string[], at: number, depth: number): boolean {
  const line = lines[at] ?? ''
  if (line.trim() === '') return true
  if (depth >= mostDepth) return false
  return startsBlock(line) || readTable(lines, at) !== undefined
}

function startsBlock(line: string): boolean {
  return (
    [fence, heading, rule, quote].some((form) => form.test(line)) || /^ {0,3}([-*+]|1[.)])\s+\S/.test(line)
  )
}

function kindOf(mark: string): string {
  return mark.at(-1) ?? ''
}

function withoutIndent(most: number): (line: string) => string {
  const indent = new RegExp(`^ {0,${most}}`)
  return (line) => line.replace(indent, '')
}
