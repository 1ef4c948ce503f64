/** A block of code in Markdown. */
export interface FencedBlock {
  /** The first word behind the fence, as it stands; empty where there is none. */
  readonly language: string
  readonly content: string
}

/** The fenced blocks of a Markdown text. One that is never closed goes to the end of the text. */
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
      // Backticks behind the fence make it code within a line.
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
