/** A block of code in Markdown. */
export interface FencedBlock {
  /** The info string after the fence; may be empty. */
  readonly language: string
  readonly content: string
}

/** The fenced blocks of a Markdown text. An unclosed block extends to the end of the text. */
export function fencedBlocks(text: string): FencedBlock[] {
  const blocks: FencedBlock[] = []
  let open: { fence: string; language: string; lines: string[] } | undefined
  const close = (): void => {
    if (open !== undefined) blocks.push({ language: open.language, content: open.lines.join('\n') })
    open = undefined
  }
  for (const line of text.split(/\r?\n/)) {
    const [, fence = '', rest = ''] = /^[ \t]*(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (open === undefined) {
      // Backticks after the fence make it inline code.
      if (fence === '' || rest.includes('`')) continue
      open = { fence, language: rest.trim().split(/\s/)[0] ?? '', lines: [] }
    } else if (fence.startsWith(open.fence) && rest.trim() === '') {
      close()
    } else {
      open.lines.push(line)
    }
  }
  close()
  return blocks
}
