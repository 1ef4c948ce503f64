import { resolve } from 'node:path'
import type { ToolCalledEvent, ToolUpdatedEvent } from '../../../events/tools/tool-call.ts'
import { type Fields, fieldsOf, listOf } from '../../command-line/read-values.ts'
import { type ToolItem, toolItem } from './items.ts'

/** The events of an app server item that is a tool call. */
export interface AppServerTool {
  called(cwd: string): Omit<ToolCalledEvent, 'type' | 'toolCallId' | 'status'>
  result(): Pick<ToolUpdatedEvent, 'output' | 'content' | 'error'>
}

/** Reads an app server item; `undefined` if it is not a known tool call. */
export function appServerTool(item: Fields): AppServerTool | undefined {
  const printed = printedItem(item)
  const tool: ToolItem | undefined = toolItem(printed?.type)
  if (printed === undefined || tool === undefined) return undefined
  return {
    called: (cwd) => {
      const call = tool.called(printed, cwd)
      return item.type === 'fileChange' ? { ...call, ...writtenFiles(item, cwd) } : call
    },
    result: () => ({ ...tool.result(printed), ...(item.status === 'declined' ? refused : {}) }),
  }
}

const refused = { error: { message: 'The call was not allowed', code: 'PERMISSION_DENIED' } }

/** The item in the format of `codex exec`. */
function printedItem(item: Fields): Fields | undefined {
  switch (item.type) {
    case 'commandExecution': {
      const { command, status, aggregatedOutput, exitCode } = item
      return {
        type: 'command_execution',
        command,
        status,
        aggregated_output: aggregatedOutput,
        exit_code: exitCode,
      }
    }
    case 'fileChange': {
      const changes = listOf(item.changes).map(fieldsOf)
      const named = changes.map(({ path, kind }) => ({ path, kind: fieldsOf(kind).type }))
      return { type: 'file_change', status: item.status, changes: named }
    }
    case 'mcpToolCall':
      return { ...item, type: 'mcp_tool_call' }
    default:
      return undefined
  }
}

/** A new file has its whole text, a changed file only a patch. */
function writtenFiles(item: Fields, cwd: string): Pick<ToolCalledEvent, 'content'> {
  const changes = listOf(item.changes).map(fieldsOf)
  const isWhole = changes.every(
    ({ path, kind, diff }) =>
      typeof path === 'string' && typeof diff === 'string' && fieldsOf(kind).type === 'add',
  )
  if (!isWhole || changes.length === 0) return {}
  const written = changes.map(({ path, diff }) => ({
    operation: 'add' as const,
    path: resolve(cwd, String(path)),
    newText: String(diff),
  }))
  return { content: [{ type: 'diff', changes: written }] }
}
