import type { ToolTable } from '../../command-line/tool-display.ts'

/** The differences between the programs that print this stream. */
export interface PiDialect {
  /** The name of the program in messages. */
  readonly agent: string
  /** The name of the format in `raw` events. */
  readonly source: string
  readonly tools: ToolTable
}

/** The tools of Pi and omp. */
export const commonTools: ToolTable = {
  bash: { kind: 'execute', title: 'command' },
  read: { kind: 'read', path: 'path', verb: 'Read' },
  edit: {
    kind: 'edit',
    path: 'path',
    verb: 'Edit',
    oldText: 'oldText',
    newText: 'newText',
    changes: 'edits',
  },
  write: { kind: 'edit', path: 'path', verb: 'Write', newText: 'content' },
  grep: { kind: 'search', title: 'pattern' },
}
