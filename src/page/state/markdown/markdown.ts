import { Lexer, type Token, Tokenizer, type Tokens } from 'marked'
import { type Inline, inlineOf } from './markdown-inline.ts'

/** A block of Markdown. */
export type Block =
  | { readonly type: 'heading'; readonly level: number; readonly content: readonly Inline[] }
  | { readonly type: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }
  | { readonly type: 'list'; readonly start?: number; readonly items: readonly ListItem[] }
  | { readonly type: 'rule' }
  | {
      readonly type: 'table'
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }

export interface ListItem {
  /** State of a task item; undefined for other items. */
  readonly isDone?: boolean
  readonly blocks: readonly Block[]
}

type BlockToken =
  | Tokens.Blockquote
  | Tokens.Checkbox
  | Tokens.Code
  | Tokens.Def
  | Tokens.Heading
  | Tokens.Hr
  | Tokens.HTML
  | Tokens.List
  | Tokens.Paragraph
  | Tokens.Space
  | Tokens.Table
  | Tokens.Text

/** Maximum nesting of quotes and lists. */
const mostDepth = 8
/** The lexer is quadratic in the length of a paragraph, so a longer one is shown as plain text. */
const longestParagraph = 20_000

/** Parses an agent's Markdown, also while it is incomplete. HTML is text. */
export function readMarkdown(text: string): Block[] {
  try {
    return blocksOf(tokensOf(text))
  } catch (error) {
    // Thousands of nested marks overflow the lexer's stack.
    if (error instanceof RangeError) return [plain(text)]
    throw error
  }
}

/** Like `Lexer.lex`, except for long paragraphs. */
function tokensOf(text: string): Token[] {
  const lexer = new Lexer({ gfm: true, breaks: true, tokenizer: new ShallowTokenizer() })
  lexer.blockTokens(text.replaceAll(/\r\n?/g, '\n'), lexer.tokens)
  for (const { src, tokens } of lexer.inlineQueue) {
    if (src.length > longestParagraph) tokens.push({ type: 'text', raw: src, text: src })
    else lexer.inlineTokens(src, tokens)
  }
  return lexer.tokens
}

/** Treats deeper nesting as text. */
class ShallowTokenizer extends Tokenizer {
  #depth = 0

  override blockquote(source: string): Tokens.Blockquote | undefined {
    return this.#within(() => super.blockquote(source))
  }

  override list(source: string): Tokens.List | undefined {
    return this.#within(() => super.list(source))
  }

  #within<Result>(read: () => Result): Result | undefined {
    if (this.#depth >= mostDepth) return undefined
    this.#depth += 1
    try {
      return read()
    } finally {
      this.#depth -= 1
    }
  }
}

function blocksOf(tokens: readonly Token[]): Block[] {
  return (tokens as readonly BlockToken[]).flatMap((token) => blockOf(token) ?? [])
}

function blockOf(token: BlockToken): Block | undefined {
  switch (token.type) {
    case 'heading':
      return { type: 'heading', level: token.depth, content: inlineOf(token.tokens) }
    case 'paragraph':
      return { type: 'paragraph', content: inlineOf(token.tokens) }
    case 'text':
      return { type: 'paragraph', content: inlineOf(token.tokens ?? [token]) }
    case 'code':
      return { type: 'code', language: token.lang?.split(/\s/)[0] ?? '', text: codeOf(token) }
    case 'blockquote':
      return { type: 'quote', blocks: blocksOf(token.tokens) }
    case 'list':
      return {
        type: 'list',
        ...(token.start === '' ? {} : { start: token.start }),
        items: token.items.map(itemOf),
      }
    case 'table':
      return {
        type: 'table',
        head: token.header.map(({ tokens }) => inlineOf(tokens)),
        rows: token.rows.map((row) => row.map(({ tokens }) => inlineOf(tokens))),
      }
    case 'hr':
      return { type: 'rule' }
    case 'html':
      return plain(token.raw)
    case 'space':
    case 'def':
    case 'checkbox':
      return undefined
  }
}

function itemOf({ task, checked, tokens }: Tokens.ListItem): ListItem {
  const blocks = blocksOf(tokens)
  return task ? { isDone: checked === true, blocks } : { blocks }
}

/** Hides a closing fence that has not fully arrived. */
function codeOf({ raw, text }: Tokens.Code): string {
  const [, fence] = /^ {0,3}(`{3,}|~{3,})/.exec(raw) ?? []
  if (fence === undefined || raw.trimEnd().endsWith(`\n${fence}`)) return text
  return text.replace(/(^|\n) {0,3}[`~]+$/, '')
}

function plain(text: string): Block {
  return { type: 'paragraph', content: [{ type: 'text', text: text.trimEnd() }] }
}
