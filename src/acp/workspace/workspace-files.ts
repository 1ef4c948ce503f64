import { isUtf8 } from 'node:buffer'
import { dirname } from 'node:path'
import { constants } from 'node:fs'
import { filePromises } from '../../core/file-promises.ts'
import { fileFault } from './file-fault.ts'
import { outsideFault, realPathInside } from './real-path.ts'
import { replaceFile } from './replace-file.ts'
import { invalidParams, resourceNotFound, RpcFault } from '../wire/rpc-fault.ts'
import type { ReadFileRequest, WriteFileRequest } from '../session-options.ts'

export interface WorkspaceFilesOptions {
  /** The folders whose files may be read and written: the working folder and additional folders. */
  roots: readonly string[]
  /** Reads a missing file as empty: some agents read a file before they create it, and fail on an error. */
  missingIsEmpty?: boolean
}

/** Reads and writes files for an agent. Both reject with an `RpcFault`. */
export interface WorkspaceFiles {
  readTextFile(request: ReadFileRequest): Promise<string>
  writeTextFile(request: WriteFileRequest): Promise<void>
}

const largestFile = 10 * 1024 * 1024

/** Creates file access for an agent, limited to the roots after resolving links. */
export function createWorkspaceFiles({
  roots,
  missingIsEmpty = false,
}: WorkspaceFilesOptions): WorkspaceFiles {
  return {
    async readTextFile({ path, line, limit }) {
      requireCount('line', line)
      requireCount('limit', limit)
      const real = await realPathInside(path, roots)
      try {
        return linesOf(await readWhole(real, path), line, limit)
      } catch (error) {
        const fault = fileFault('read', path, error)
        if (missingIsEmpty && fault.code === resourceNotFound) return ''
        throw fault
      }
    },
    async writeTextFile({ path, content }) {
      const real = await realPathInside(path, roots)
      try {
        const folder = dirname(real)
        await filePromises().mkdir(folder, { recursive: true })
        // Another process may have created a link since the path was checked.
        if ((await filePromises().realpath(folder)) !== folder) throw outsideFault(path)
        await replaceFile(real, content)
      } catch (error) {
        throw fileFault('written', path, error)
      }
    },
  }
}

/** Reads a file without following a link or blocking on a pipe. */
async function readWhole(real: string, path: string): Promise<string> {
  const file = await filePromises().open(
    real,
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  )
  try {
    const found = await file.stat()
    if (found.isDirectory()) throw new RpcFault(invalidParams, 'The path is a folder', { path })
    if (!found.isFile()) throw new RpcFault(invalidParams, 'The path is not a regular file', { path })
    if (found.size > largestFile)
      throw new RpcFault(invalidParams, 'The file is larger than 10 MiB', { path })
    const bytes = await file.readFile()
    if (!isUtf8(bytes)) throw new RpcFault(invalidParams, 'The file is not UTF-8 text', { path })
    return bytes.toString('utf8')
  } finally {
    await file.close()
  }
}

/** Up to `limit` lines from `line` (1 is the first), with their line ends. */
function linesOf(text: string, line = 1, limit = Infinity): string {
  if (line <= 1 && limit === Infinity) return text
  const start = endOfLines(text, 0, line - 1)
  return text.slice(start, endOfLines(text, start, limit))
}

/** The position after `count` lines. */
function endOfLines(text: string, from: number, count: number): number {
  let end = from
  for (let seen = 0; seen < count && end < text.length; seen++) {
    const lineEnd = text.indexOf('\n', end)
    end = lineEnd === -1 ? text.length : lineEnd + 1
  }
  return end
}

function requireCount(field: string, value: number | undefined): void {
  if (value === undefined || (Number.isInteger(value) && value >= 0)) return
  throw new RpcFault(invalidParams, `${field} must be a whole number of at least 0`)
}
