import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { locateJsonError } from '../core/json-lines/json-position.ts'
import { checkConfig } from './check-config.ts'
import type { Config } from './config.ts'
import { ConfigError, unsafeConfig } from './config-error.ts'
import { plainJson } from './plain-json.ts'

/** The content of a configuration file. */
export interface ConfigDocument {
  readonly path: string
  readonly text: string
  /** The SHA-256 of the file, in hexadecimal. */
  readonly hash: string
  readonly config: Config
}

const maxBytes = 256 * 1024
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/**
 * Reads and checks a file. A project file must not be a symbolic link, and no file may belong to another user.
 * @throws CapstanError `CONFIG_UNSAFE`, or `CONFIG_INVALID` with line and column.
 */
export function readConfig(path: string, kind: 'user' | 'project'): ConfigDocument {
  const bytes = readOwnFile(path, kind)
  const text = new TextDecoder().decode(bytes)
  const plain = plainJson(text)
  let document: unknown
  try {
    document = JSON.parse(plain)
  } catch (cause) {
    const { line, column } = locateJsonError(plain) ?? { line: 1, column: 1 }
    throw new ConfigError(`${path}: line ${line}, column ${column}: invalid JSON`, {
      cause,
      hint: 'Fix the JSON there; comments and trailing commas are allowed.',
    })
  }
  const config = checkConfig(document, { name: path, isProject: kind === 'project' })
  return { path, text, hash: createHash('sha256').update(bytes).digest('hex'), config }
}

/** Checks the open file, so that nobody can replace it between the check and the read. */
function readOwnFile(path: string, kind: 'user' | 'project'): Buffer {
  const isProject = kind === 'project'
  if (isProject && lstatSync(path).isSymbolicLink()) throw linkError(path)
  let descriptor: number
  try {
    descriptor = openSync(path, O_RDONLY | O_NONBLOCK | (isProject ? O_NOFOLLOW : 0))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ELOOP') throw linkError(path)
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError(`${path} cannot be read: ${why}`, {
      cause,
      hint: 'Check the permissions of the file.',
    })
  }
  try {
    requireOwn(path, fstatSync(descriptor), kind)
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function requireOwn(path: string, stats: Stats, kind: 'user' | 'project'): void {
  if (!stats.isFile()) throw unsafeConfig(path, 'it is not a regular file', 'Remove it.')
  if (stats.size > maxBytes) {
    throw new ConfigError(`${path} is larger than ${maxBytes / 1024} KB`, {
      hint: 'Remove unused settings.',
    })
  }
  const user = process.getuid?.()
  if (user !== undefined && stats.uid !== user && stats.uid !== 0) {
    throw unsafeConfig(path, 'it belongs to another user', 'Make a copy that belongs to you.')
  }
  if (kind === 'user' && user !== undefined && (stats.mode & 0o022) !== 0) {
    throw unsafeConfig(path, 'other users can write to it', `Run chmod go-w ${path}.`)
  }
}

function linkError(path: string): Error {
  return unsafeConfig(path, 'it is a symbolic link', 'Replace the link with the file.')
}
