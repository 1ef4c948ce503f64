import type { ToolInput } from './script/script.ts'

/** The shell command for a use without a tool of the agent. */
export function shellCommand(use: 'shell' | 'read' | 'write' | 'edit', input: ToolInput): string {
  const { command = '', path = '', content = '', oldText = '', newText = '' } = input
  switch (use) {
    case 'shell':
      return command
    case 'read':
      return `cat ${quoted(path)}`
    case 'write':
      return `printf %s ${quoted(content)} > ${quoted(path)}`
    case 'edit':
      return `OLD=${quoted(oldText)} NEW=${quoted(newText)} perl -0pi -e 's/\\Q$ENV{OLD}\\E/$ENV{NEW}/' ${quoted(path)}`
    default:
      return use satisfies never
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
