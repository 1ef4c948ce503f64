import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { CapstanError } from '../core/capstan-error.ts'
import { ignore } from '../core/ignore.ts'
import { withoutMark } from './run-mark.ts'
import { startFailure } from './start-failure.ts'

export interface DetachedOptions {
  command: string
  arguments: readonly string[]
  /** The whole environment of the child, without the mark of a process that may have started this one. */
  environment: Readonly<Record<string, string | undefined>>
  cwd: string
  /** Gets all it writes, at its end; made for its owner alone. */
  logFile: string
  /** How long it may take to say that it is ready. */
  timeoutMs: number
}

/** The file descriptor on which a detached process says that it is ready. */
export const readyDescriptor = 3

/** More than any sensible first line. */
const longestWord = 16 * 1024

/**
 * Starts a process that goes on when this one ends, and gives the first line it writes to its descriptor 3. Nothing that
 * ends this process or its terminal ends it.
 * @throws CapstanError `AGENT_NOT_STARTED`, `DETACHED_SILENT` when it ends or lets the time go by without a word.
 */
export async function startDetached(options: DetachedOptions): Promise<string> {
  const { command, environment, cwd, logFile, timeoutMs } = options
  const log = openSync(logFile, 'a', 0o600)
  try {
    const child = spawn(command, options.arguments, {
      cwd,
      env: withoutMark(environment),
      stdio: ['ignore', log, log, 'pipe'],
      detached: true,
      windowsHide: true,
    })
    child.on('error', ignore)
    if (child.pid === undefined) {
      const [error] = await once(child, 'error')
      throw await startFailure(options, error)
    }
    child.unref()
    const word = await firstLine(child.stdio[readyDescriptor] as Readable, timeoutMs)
    if (word !== undefined) return word
    throw new CapstanError('DETACHED_SILENT', `${command} did not become ready`, {
      hint: `Its log is ${logFile}.`,
    })
  } finally {
    closeSync(log)
  }
}

async function firstLine(pipe: Readable, timeoutMs: number): Promise<string | undefined> {
  const timer = setTimeout(() => pipe.destroy(), timeoutMs)
  let text = ''
  try {
    for await (const chunk of pipe) {
      text += String(chunk)
      const end = text.indexOf('\n')
      if (end !== -1) return text.slice(0, end)
      if (text.length > longestWord) return undefined
    }
    return undefined
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
    pipe.destroy()
  }
}
