import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { CapstanError } from '../core/capstan-error.ts'
import { locateJsonError } from '../core/json-lines/json-position.ts'
import { UsageError } from './usage-error.ts'

/** Declarations are a few kilobytes, so a larger input is a mistake. */
const maxBytes = 16 * 1024 * 1024
const maxDepth = 500

/** A description of a document, for errors. */
export interface InputKind {
  /** The flag that names the file. */
  flag?: string
  /** The expected content of the file. */
  holds: string
}

const declaration: InputKind = { holds: 'the declaration as JSON' }

/** Reads one JSON document from a file, or from stdin for `-` or no path. */
export async function readJsonInput(path = '-', kind: InputKind = declaration): Promise<unknown> {
  const name = nameOf(path, kind)
  if (path === '-' && process.stdin.isTTY) {
    throw new UsageError('No input', 'Name a file or pipe the declaration in.')
  }
  const text = await readTextInput(path, kind)
  if (text.trim() === '') {
    throw new CapstanError('INPUT_EMPTY', `${name} is empty`, {
      hint: `Provide ${kind.holds}.`,
    })
  }
  return parseJsonInput(text, name)
}

/** Reads a text from a file, or from stdin for `-` or no path. */
export async function readTextInput(path = '-', kind: InputKind = declaration): Promise<string> {
  const name = nameOf(path, kind)
  const bytes = await readAll(path === '-' ? process.stdin : createReadStream(path), { name, kind })
  if (!isUtf8(bytes)) throw new CapstanError('INPUT_NOT_UTF8', `${name} is not UTF-8 text`)
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}

function nameOf(path: string, { flag }: InputKind): string {
  return `${flag === undefined ? '' : `${flag} `}${path === '-' ? 'stdin' : path}`
}

/** Stops reading at the limit, so that an endless input does not fill the memory. */
async function readAll(
  stream: NodeJS.ReadableStream,
  { name, kind }: { name: string; kind: InputKind },
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream) {
      const bytes = chunk as Buffer
      size += bytes.length
      if (size > maxBytes) {
        throw new CapstanError('INPUT_TOO_LARGE', `${name} is larger than ${maxBytes / 1024 / 1024} MiB`, {
          hint: 'Split the input into smaller parts.',
        })
      }
      chunks.push(bytes)
    }
  } catch (error) {
    if (CapstanError.isInstance(error)) throw error
    throw unreadable(error, { name, kind })
  }
  return Buffer.concat(chunks)
}

function unreadable(cause: unknown, { name, kind }: { name: string; kind: InputKind }): CapstanError {
  const reasons: Record<string, string> = {
    ENOENT: 'does not exist',
    EISDIR: 'is a folder',
    EACCES: 'is not readable (permission denied)',
  }
  const { code = '', message } = cause as NodeJS.ErrnoException
  const hint = `Name a file with ${kind.holds}, or use - for stdin.`
  return new CapstanError('INPUT_UNREADABLE', `${name} ${reasons[code] ?? `cannot be read: ${message}`}`, {
    cause,
    hint,
  })
}

/** Parses one JSON document; errors call it `name`. */
export function parseJsonInput(text: string, name: string): unknown {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (cause) {
    const { line, column } = locateJsonError(text) ?? { line: 1, column: 1 }
    throw new CapstanError('INPUT_NOT_JSON', `${name} is not JSON: line ${line}, column ${column}`, { cause })
  }
  if (isDeeperThan(maxDepth, data)) {
    throw new CapstanError('VALIDATION_ERROR', `${name} is nested more than ${maxDepth} levels deep`)
  }
  return data
}

/** Iterative: a document can be nested deeper than the stack. */
function isDeeperThan(limit: number, data: unknown): boolean {
  let level: unknown[] = [data]
  for (let depth = 0; depth <= limit; depth++) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
    if (level.length === 0) return false
  }
  return true
}
