import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { CapstanError } from '../core/capstan-error.ts'
import { ignore } from '../core/ignore.ts'
import { childProcess } from './child-process.ts'
import { withoutMark } from './run-mark.ts'
import { startFailure } from './start-failure.ts'

export interface DetachedOptions {
  command: string
  arguments: readonly string[]
  /** The whole environment of the child; run marks are removed. */
  environment: Readonly<Record<string, string | undefined>>
  cwd: string
  /** Output is appended to this file, which only its owner can read. */
  logFile: string
  /** The timeout for the ready line. */
  timeoutMs: number
}

/** The file descriptor on which a detached process reports that it is ready. */
export const readyDescriptor = 3

/** The maximum length of the ready line. */
const longestLine = 16 * 1024

/**
 * Starts a process that outlives this one and its terminal, and returns the first line it writes to file descriptor 3.
 * @throws CapstanError `AGENT_NOT_STARTED`, or `DETACHED_SILENT` if it exits or times out without that line.
 */
export async function startDetached(options: DetachedOptions): Promise<string> {
  const { command, environment, cwd, logFile, timeoutMs } = options
  const log = openSync(logFile, 'a', 0o600)
  try {
    const child = childProcess().spawn(command, options.arguments, {
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
    const line = await firstLine(child.stdio[readyDescriptor] as Readable, timeoutMs)
    if (line !== undefined) return line
    throw new CapstanError('DETACHED_SILENT', `${command} did not become ready`, {
      hint: `See the log: ${logFile}.`,
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
      if (text.length > longestLine) return undefined
    }
    return undefined
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
    pipe.destroy()
  }
}
