import { basename, resolve } from 'node:path'
import type { ToolKind } from '../../../events/tools/tool-call.ts'
import type { ToolContent } from '../../../events/tools/tool-content.ts'
import { fieldsOf, type Fields, shownChange, textOf, type ToolLook } from '../../command-line/read-values.ts'

/** The kinds of Gemini's own tools. */
const kinds: Readonly<Record<string, ToolKind>> = {
  read_file: 'read',
  read_many_files: 'read',
  list_directory: 'search',
  glob: 'search',
  grep_search: 'search',
  google_web_search: 'search',
  web_fetch: 'fetch',
  write_file: 'edit',
  replace: 'edit',
  run_shell_command: 'execute',
  invoke_agent: 'think',
}

/** Describes a tool call for display, as Gemini does over ACP. */
export function toolLook(tool: string, parameters: unknown, cwd: string): ToolLook {
  const input = fieldsOf(parameters)
  const given = textOf(input.file_path)
  const path = given === undefined ? undefined : resolve(cwd, given)
  const content = path === undefined ? undefined : change(tool, input, path)
  return {
    title: titleOf(tool, input),
    kind: Object.hasOwn(kinds, tool) ? kinds[tool] : 'other',
    ...(path === undefined ? {} : { locations: [{ path }] }),
    ...(content === undefined ? {} : { content: [content] }),
  }
}

function titleOf(tool: string, { file_path: path, command }: Fields): string {
  if (tool === 'run_shell_command' && typeof command === 'string') return command
  if (typeof path !== 'string') return tool
  return tool === 'write_file' ? `Writing to ${basename(path)}` : basename(path)
}

function change(tool: string, input: Fields, path: string): ToolContent | undefined {
  const { content, old_string: oldText, new_string: newText } = input
  if (tool === 'write_file' && typeof content === 'string') return shownChange(path, content)
  if (tool !== 'replace' || typeof oldText !== 'string' || typeof newText !== 'string') return undefined
  return shownChange(path, newText, oldText)
}
