/** A hidden comment above a block, which tells the check what to do with it. */
export interface Note {
  kind: NoteKind
  text: string
}

/**
 * - `model`: scripts of the loopback model provider for this page, as JSON.
 * - `setup`: shell commands that run before the block.
 * - `validated only`: the reason why the block is type-checked, parsed or held against the command table, and not run.
 * - `run by`: a file that runs the block, `:` and a text of that file that shows it.
 * - `excerpt of`: a tested file that contains every line of the block.
 */
export type NoteKind = (typeof noteKinds)[number]

const noteKinds = ['model', 'setup', 'validated only', 'run by', 'excerpt of'] as const

/** A fenced block of a page. */
export interface Block {
  page: string
  /** The line of the opening fence, from 1. */
  line: number
  language: string
  /** The file that the block is saved as: the second word of its info string. */
  file?: string
  text: string
  notes: readonly Note[]
  /** Only blank lines are between this block and the one before it. */
  isAdjacent: boolean
}

const fence = /^( *)(`{3,})(.*)$/

/** The fenced blocks of a page, in order. */
export function readBlocks(page: string, source: string): Block[] {
  const blocks: Block[] = []
  const lines = source.split('\n')
  let between = ''
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    const opening = fence.exec(line)
    if (opening === null) {
      between += `${line}\n`
      continue
    }
    const [, indent = '', ticks = '', info = ''] = opening
    const end = lines.findIndex((other, at) => at > index && other.trim() === ticks)
    if (end === -1) throw new Error(`${page}:${index + 1} opens a block that is never closed`)
    const [language = '', file] = info.trim().split(/\s+/)
    const body = lines
      .slice(index + 1, end)
      .map((text) => text.slice(text.startsWith(indent) ? indent.length : 0))
    blocks.push({
      page,
      line: index + 1,
      language,
      ...(file === undefined ? {} : { file }),
      text: body.map((text) => `${text}\n`).join(''),
      notes: notesIn(between),
      isAdjacent: between.trim() === '',
    })
    between = ''
    index = end
  }
  return blocks
}

/** The notes between two blocks; other comments are ignored. */
function notesIn(text: string): Note[] {
  return Array.from(text.matchAll(/<!-- (.*?) ?-->/gs), ([, comment = '']) => comment).flatMap((comment) => {
    const kind = noteKinds.find((name) => comment.startsWith(name))
    if (kind === undefined) return []
    return [{ kind, text: comment.slice(kind.length).replace(/^:\s*/, '').trim() }]
  })
}

export function noteOf(block: Block, kind: NoteKind): string | undefined {
  return block.notes.find((note) => note.kind === kind)?.text
}

export function placeOf({ page, line }: Pick<Block, 'page' | 'line'>): string {
  return `${page}:${line}`
}
