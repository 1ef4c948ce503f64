import type { Token, Tokens } from 'marked'

/** Inline Markdown. */
export type Inline =
  | { readonly type: 'text' | 'code'; readonly text: string }
  | { readonly type: 'strong' | 'emphasis' | 'deleted'; readonly content: readonly Inline[] }
  | { readonly type: 'link'; readonly address: string; readonly content: readonly Inline[] }
  | { readonly type: 'break' }

type InlineToken =
  | Tokens.Br
  | Tokens.Checkbox
  | Tokens.Codespan
  | Tokens.Del
  | Tokens.Em
  | Tokens.Escape
  | Tokens.Image
  | Tokens.Link
  | Tokens.Strong
  | Tokens.Tag
  | Tokens.Text

const mostDepth = 6
const wrappers = { strong: 'strong', em: 'emphasis', del: 'deleted' } as const

/** The inline content of a paragraph. HTML is text; only web addresses become links. */
export function inlineOf(tokens: readonly Token[], depth = 0): Inline[] {
  const joined: Inline[] = []
  for (const token of tokens as readonly InlineToken[]) {
    for (const inline of depth < mostDepth ? read(token, depth) : [textOf(token.raw)]) {
      const last = joined.at(-1)
      if (inline.type === 'text' && last?.type === 'text')
        joined.splice(-1, 1, textOf(last.text + inline.text))
      else joined.push(inline)
    }
  }
  return joined
}

function read(token: InlineToken, depth: number): readonly Inline[] {
  switch (token.type) {
    case 'text':
      return token.tokens === undefined ? [textOf(token.text)] : inlineOf(token.tokens, depth + 1)
    case 'escape':
      return [textOf(token.text)]
    case 'codespan':
      return [{ type: 'code', text: token.text }]
    case 'br':
      return [{ type: 'break' }]
    case 'strong':
    case 'em':
    case 'del':
      return [{ type: wrappers[token.type], content: inlineOf(token.tokens, depth + 1) }]
    case 'link':
    // Remote images are not loaded; they become links.
    case 'image':
      return linkOf(token.href, {
        content: inlineOf(token.tokens, depth + 1),
        isBare: token.type === 'link' && token.autolink === true,
      })
    case 'checkbox':
      return []
    case 'html':
      return [textOf(token.raw)]
  }
}

function linkOf(
  href: string,
  { content, isBare }: { content: Inline[]; isBare: boolean },
): readonly Inline[] {
  const named = content.length > 0 ? content : [textOf(href)]
  const address = webAddress(href)
  if (address !== undefined) return [{ type: 'link', address, content: named }]
  // Any other address, such as a file, is shown as text.
  return isBare || content.length === 0 ? named : [...named, textOf(` (${href})`)]
}

function textOf(text: string): Inline & { type: 'text' } {
  return { type: 'text', text }
}

/** The normalized URL of an http(s) address; undefined for any other address. */
function webAddress(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  return new URL(text).href
}
