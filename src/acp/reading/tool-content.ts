import type { Diff, FileChange, KnownFileChange, Patch, ToolContent } from '../../events/index.ts'
import { readContent } from './content.ts'
import {
  fieldsOf,
  items,
  listOf,
  optional,
  put,
  putMeta,
  text,
  unknownPart,
  without,
  type Fields,
  type Reading,
} from './reading.ts'
import { patchFormat } from './enum-values.ts'

/** Reads one content item of a tool call; an unknown type is kept unchanged. */
export function readToolContent(value: unknown, reading: Reading): ToolContent {
  const from = fieldsOf(value)
  const content = contentOf(from, reading)
  if (content.type !== 'unknown') putMeta(content, from, reading)
  return content
}

export const readToolContentList = listOf(readToolContent)

function contentOf(from: Fields, reading: Reading): ToolContent {
  switch (from.type) {
    case 'content':
      return { type: 'content', content: readContent(from.content, reading) }
    case 'terminal':
      return { type: 'terminal', terminalId: text(from.terminalId) }
    case 'diff':
      return reading.version === 1 ? wholeFileDiff(from, reading) : changesDiff(from, reading)
    default:
      return unknownPart(from)
  }
}

/** A diff of version 1 has no operation: a diff without old text creates the file. */
function wholeFileDiff(from: Fields, reading: Reading): Diff {
  const oldText = optional(from.oldText, text, reading)
  const operation = oldText === undefined ? 'add' : 'modify'
  const change: KnownFileChange = { operation, path: text(from.path), newText: text(from.newText) }
  put(change, 'oldText', oldText)
  return { type: 'diff', changes: [change] }
}

function changesDiff(from: Fields, reading: Reading): Diff {
  const diff: Diff = { type: 'diff', changes: items(from.changes, readChange, reading) }
  put(diff, 'patch', optional(from.patch, readPatch, reading))
  return diff
}

function readChange(value: unknown, reading: Reading): FileChange {
  const from = fieldsOf(value)
  const change = changeOf(from)
  put(change, 'fileType', optional(from.fileType, text, reading))
  put(change, 'mimeType', optional(from.mimeType, text, reading))
  putMeta(change, from, reading)
  return change
}

function changeOf(from: Fields): FileChange {
  const { operation } = from
  switch (operation) {
    case 'add':
    case 'delete':
    case 'modify':
      return { operation, path: text(from.path) }
    case 'move':
    case 'copy':
      return { operation, path: text(from.path), oldPath: text(from.oldPath) }
    default:
      return {
        operation: 'unknown',
        originalOperation: text(operation),
        data: without(from, 'operation', 'fileType', 'mimeType', '_meta'),
      }
  }
}

function readPatch(value: unknown, reading: Reading): Patch {
  const from = fieldsOf(value)
  const patch: Patch = { format: patchFormat(from.format, reading), text: text(from.text) }
  putMeta(patch, from, reading)
  return patch
}
