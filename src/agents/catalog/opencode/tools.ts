import type { ToolTable } from '../../command-line/tool-display.ts'

/** The tools that OpenCode offers to a model. */
export const opencodeTools: ToolTable = {
  bash: { kind: 'execute', title: 'command' },
  read: { kind: 'read', path: 'filePath', verb: 'Read' },
  edit: { kind: 'edit', path: 'filePath', verb: 'Edit', oldText: 'oldString', newText: 'newString' },
  write: { kind: 'edit', path: 'filePath', verb: 'Write', newText: 'content' },
  glob: { kind: 'search', title: 'pattern' },
  grep: { kind: 'search', title: 'pattern' },
  webfetch: { kind: 'fetch', title: 'url' },
  task: { kind: 'think', title: 'description' },
  todowrite: { kind: 'think' },
  skill: { kind: 'other', title: 'name' },
}
