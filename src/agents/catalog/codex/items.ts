import { resolve } from 'node:path'
import type { FileChange } from '../../../events/tools/diff.ts'
import type { ToolCalledEvent, ToolUpdatedEvent } from '../../../events/tools/tool-call.ts'
import type { ToolContent } from '../../../events/tools/tool-content.ts'
import {
  fieldsOf,
  type Fields,
  listOf,
  present,
  shownText,
  textOf,
  unknownPart,
  without,
} from '../../command-line/read-values.ts'
import { shellCommand } from './shell-command.ts'

type Called = Omit<ToolCalledEvent, 'type' | 'toolCallId' | 'status'>
type Result = Pick<ToolUpdatedEvent, 'output' | 'content' | 'error'>

/** The events of an item that is a tool call. */
export interface ToolItem {
  called(item: Fields, cwd: string): Called
  result(item: Fields): Result
}

const command: ToolItem = {
  called: (item) => ({
    tool: 'exec_command',
    ...(typeof item.command === 'string' ? { title: shellCommand(item.command) } : {}),
    kind: 'execute',
    input: { command: item.command },
  }),
  result: (item) => ({
    output: { exitCode: item.exit_code, output: item.aggregated_output },
    ...present({
      content: typeof item.aggregated_output === 'string' ? [shownText(item.aggregated_output)] : undefined,
    }),
    ...(item.status === 'completed' ? {} : { error: { message: commandFault(item) } }),
  }),
}

const fileChange: ToolItem = {
  called: ({ changes }, cwd) => {
    const list = listOf(changes).map(fieldsOf)
    const paths = list.flatMap(({ path }) => (typeof path === 'string' ? [resolve(cwd, path)] : []))
    return {
      tool: 'apply_patch',
      title: 'Editing files',
      kind: 'edit',
      content: [{ type: 'diff', changes: list.map((change) => readChange(change, cwd)) }],
      locations: paths.map((path) => ({ path })),
      input: { changes },
    }
  },
  result: ({ status }) =>
    status === 'completed' ? {} : { error: { message: 'The changes could not be made' } },
}

const mcpCall: ToolItem = {
  called: (item) => ({
    ...present({ tool: textOf(item.tool) }),
    title: `mcp.${String(item.server)}.${String(item.tool)}`,
    kind: 'execute',
    input: { server: item.server, tool: item.tool, arguments: item.arguments },
  }),
  result: ({ result, error }) => {
    const message = textOf(fieldsOf(error).message)
    return {
      output: { result, error },
      content: message === undefined ? mcpContent(result) : [shownText(message)],
      ...(message === undefined ? {} : { error: refusal(message) }),
    }
  },
}

const toolItems: Readonly<Record<string, ToolItem>> = {
  command_execution: command,
  file_change: fileChange,
  mcp_tool_call: mcpCall,
}

/** Reads a tool call item; `undefined` if it is not a known tool call. */
export function toolItem(type: unknown): ToolItem | undefined {
  return typeof type === 'string' && Object.hasOwn(toolItems, type) ? toolItems[type] : undefined
}

function commandFault({ exit_code: exitCode, status }: Fields): string {
  return typeof exitCode === 'number'
    ? `The command ended with exit code ${exitCode}`
    : `The command ${String(status)}`
}

const operations: Readonly<Record<string, 'add' | 'modify' | 'delete'>> = {
  add: 'add',
  update: 'modify',
  delete: 'delete',
}

function readChange(change: Fields, cwd: string): FileChange {
  const { path, kind } = change
  const name = typeof kind === 'string' ? kind : 'unknown'
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
  return operation === undefined || typeof path !== 'string'
    ? { operation: 'unknown', originalOperation: name, data: without(change, 'kind') }
    : { operation, path: resolve(cwd, path) }
}

function mcpContent(result: unknown): ToolContent[] {
  return listOf(fieldsOf(result).content).map((item) => {
    const block = fieldsOf(item)
    return block.type === 'text' && typeof block.text === 'string'
      ? shownText(block.text)
      : unknownPart(block)
  })
}

/** `codex exec` cannot ask, so it refuses a call that needs approval. */
function refusal(message: string): { message: string; code?: string } {
  return /requires approval/.test(message) ? { message, code: 'PERMISSION_DENIED' } : { message }
}
