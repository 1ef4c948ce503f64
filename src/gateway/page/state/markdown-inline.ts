import { webAddress } from './web-address.ts'

/** A piece of a line of Markdown. */
export type Inline =
  | { readonly type: 'text' | 'code'; readonly text: string }
  | { readonly type: 'strong' | 'emphasis' | 'deleted'; readonly content: readonly Inline[] }
  | { readonly type: 'link'; readonly address: string; readonly content: readonly Inline[] }
  | { readonly type: 'break' }

/** How far a mark may be from the one that closes it: whatever an agent sends is read in linear time. */
const mostDistance = 2000
const mostDepth = 6
/** How many marks are tried as the one that closes another. */
const mostTries = 20

/** Where a mark may begin, and how many others it stands within. */
interface Spot {
  readonly at: number
  readonly depth: number
}

interface Found {
  readonly inline: readonly Inline[]
  readonly end: number
}

/** Reads what stands within a paragraph. What is not finished, or no mark at all, is text. */
export function readInline(text: string, depth = 0): Inline[] {
  const found: Inline[] = []
  let plain = ''
  const flush = (): void => {
    if (plain !== '') found.push({ type: 'text', text: plain })
    plain = ''
  }
  for (let at = 0; at < text.length;) {
    const piece = depth < mostDepth ? readMark(text, { at, depth }) : undefined
    if (piece === undefined) {
      plain += text[at]
      at++
      continue
    }
    const [first] = piece.inline
    // Texts that follow each other are one.
    if (piece.inline.length === 1 && first?.type === 'text') plain += first.text
    else {
      flush()
      found.push(...piece.inline)
    }
    at = piece.end
  }
  flush()
  return found
}

function readMark(text: string, spot: Spot): Found | undefined {
  const { at } = spot
  switch (text.charAt(at)) {
    case '\\':
      return readEscape(text, at)
    case '\n':
      return { inline: [{ type: 'break' }], end: at + 1 }
    case '`':
      return readCode(text, at)
    case '*':
    case '_':
      return readWrapped(text, spot, 2) ?? readWrapped(text, spot, 1)
    case '~':
      return readWrapped(text, spot, 2)
    case '!':
      // A picture from elsewhere is not loaded: its address is a link.
      return text[at + 1] === '[' ? readLink(text, { ...spot, at: at + 1 }) : undefined
    case '[':
      return readLink(text, spot)
    case '<':
    case 'h':
      return readAddress(text, at)
    default:
      return undefined
  }
}

function readEscape(text: string, at: number): Found | undefined {
  const next = text[at + 1] ?? ''
  if (next === '\n') return { inline: [{ type: 'break' }], end: at + 2 }
  return /[!-/:-@[-`{-~]/.test(next) ? { inline: [{ type: 'text', text: next }], end: at + 2 } : undefined
}

function readCode(text: string, at: number): Found {
  let start = at
  while (text[start] === '`') start++
  const mark = text.slice(at, start)
  let close = indexAfter(text, mark, start)
  while (close !== -1 && (text[close + mark.length] === '`' || text[close - 1] === '`')) {
    let past = close
    while (text[past] === '`') past++
    close = indexAfter(text, mark, past)
    if (close - start > mostDistance) close = -1
  }
  if (close === -1) return { inline: [{ type: 'text', text: mark }], end: start }
  const inside = text.slice(start, close).replaceAll('\n', ' ')
  const code = /^ .*\S.* $/.test(inside) ? inside.slice(1, -1) : inside
  return { inline: [{ type: 'code', text: code }], end: close + mark.length }
}

const wrappers = { '*1': 'emphasis', _1: 'emphasis', '*2': 'strong', _2: 'strong', '~2': 'deleted' } as const

function readWrapped(text: string, { at, depth }: Spot, count: 1 | 2): Found | undefined {
  const mark = (text[at] ?? '').repeat(count)
  const type = wrappers[`${text[at]}${count}` as keyof typeof wrappers]
  const start = at + count
  if (!text.startsWith(mark, at) || isSpace(text[start])) return undefined
  // `snake_case` is a word and not half of it emphasized.
  const isWord = mark.startsWith('_')
  if (isWord && isLetter(text[at - 1])) return undefined
  let close = indexAfter(text, mark, start)
  for (let tries = 0; close !== -1 && tries < mostTries; tries++) {
    const end = close + count
    const isLonger = count === 1 && (text[end] === text[at] || text[close - 1] === text[at])
    const isClose = close > start && !isSpace(text[close - 1]) && !(isWord && isLetter(text[end]))
    if (isClose && !isLonger) {
      return { inline: [{ type, content: readInline(text.slice(start, close), depth + 1) }], end }
    }
    close = indexAfter(text, mark, isLonger ? end + 1 : close + 1)
  }
  return undefined
}

const label =
  /\[((?:[^[\]\\\n]|\\.|\[[^[\]\n]{0,200}\]){0,1000})\]\(\s{0,9}(<[^<>\n]{0,1000}>|[^\s()]{0,1000}(?:\([^\s()]{0,200}\)[^\s()]{0,200})?)(?:\s{1,9}"[^"\n]{0,300}")?\s{0,9}\)/y

function readLink(text: string, { at, depth }: Spot): Found | undefined {
  label.lastIndex = at
  const match = label.exec(text)
  if (match === null) return undefined
  const [whole, name = '', target = ''] = match
  const address = target.startsWith('<') ? target.slice(1, -1) : target
  const content = readInline(name === '' ? address : name, depth + 1)
  const end = at + whole.length
  const web = webAddress(address)
  if (web !== undefined) return { inline: [{ type: 'link', address: web, content }], end }
  // A file, or something that the page does not follow: it is said, and not a link.
  const told = name === '' || name === address ? [] : [{ type: 'text' as const, text: ` (${address})` }]
  return { inline: [...content, ...told], end }
}

const bare = /<(https?:\/\/[^\s<>]{1,2000})>|https?:\/\/[^\s<>"'`]{1,2000}/iy

function readAddress(text: string, at: number): Found | undefined {
  if (isLetter(text[at - 1])) return undefined
  bare.lastIndex = at
  const [whole, bracketed] = bare.exec(text) ?? []
  if (whole === undefined) return undefined
  const written = bracketed ?? whole.replace(/[).,;:!?*_~\]]+$/, '')
  const address = webAddress(written)
  if (address === undefined) return undefined
  const length = bracketed === undefined ? written.length : whole.length
  return { inline: [{ type: 'link', address, content: [{ type: 'text', text: written }] }], end: at + length }
}

function indexAfter(text: string, mark: string, from: number): number {
  const index = text.slice(from, from + mostDistance).indexOf(mark)
  return index === -1 ? -1 : from + index
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character)
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}
