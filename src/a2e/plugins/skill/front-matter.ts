/** A value in the head of a skill: a text, a list of texts, or texts by name. */
export type HeadValue = string | readonly string[] | Readonly<Record<string, string>>

export interface SkillDocument {
  readonly head: Readonly<Record<string, HeadValue>>
  /** What follows the head. */
  readonly body: string
}

const fence = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/
const field = /^([A-Za-z][\w-]*)[ \t]*:(?:[ \t]+(.*?))?[ \t]*$/

/**
 * Reads a skill's head, as far as skills use YAML: texts, quoted or not, texts over several lines (`|` and `>`), lists
 * in brackets or one item a line, and one level of names. Undefined when there is no head.
 */
export function readSkillDocument(text: string): SkillDocument | undefined {
  const match = fence.exec(text)
  if (match === null) return undefined
  const [all, inside = ''] = match
  return { head: readHead(inside.split(/\r?\n/)), body: text.slice(all.length) }
}

function readHead(lines: readonly string[]): Record<string, HeadValue> {
  const head: Record<string, HeadValue> = {}
  let index = 0
  while (index < lines.length) {
    const match = field.exec(lines[index] ?? '')
    index += 1
    if (match === null) continue
    const [, name = '', rest = ''] = match
    const start = index
    while (index < lines.length && /^(?:[ \t]|- |$)/.test(lines[index] ?? '')) index += 1
    Object.defineProperty(head, name, {
      value: readValue(rest, lines.slice(start, index)),
      enumerable: true,
    })
  }
  return head
}

function readValue(rest: string, below: readonly string[]): HeadValue {
  if (/^[|>][+-]?$/.test(rest)) return block(below, rest.startsWith('|') ? '\n' : ' ')
  if (rest.startsWith('[') && rest.endsWith(']'))
    return rest.slice(1, -1).split(',').map(unquote).filter(Boolean)
  if (rest !== '') return unquote(rest)
  const items = below.map((line) => line.trim()).filter((line) => line !== '')
  if (items.every((line) => line.startsWith('- '))) return items.map((line) => unquote(line.slice(2)))
  const pairs = items.flatMap((line) => {
    const match = field.exec(line)
    return match === null ? [] : [[match[1] ?? '', unquote(match[2] ?? '')] as const]
  })
  return Object.fromEntries(pairs)
}

function block(lines: readonly string[], joint: string): string {
  const indent = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)))
  const text = lines.map((line) => line.slice(Number.isFinite(indent) ? indent : 0)).join(joint)
  return text.trim()
}

function unquote(text: string): string {
  const trimmed = text.trim()
  if (/^'.*'$/s.test(trimmed)) return trimmed.slice(1, -1).replaceAll("''", "'")
  if (/^".*"$/s.test(trimmed)) return trimmed.slice(1, -1).replaceAll(/\\(["\\])/g, '$1')
  return trimmed.replace(/\s+#.*$/, '')
}
