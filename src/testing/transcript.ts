import { readFile } from 'node:fs/promises'
import { CapstanError } from '../core/capstan-error.ts'
import { ValidationError } from '../core/validation-error.ts'

/** One message of a recorded conversation. */
export interface TranscriptFrame {
  /** Milliseconds since the recording began. */
  readonly t: number
  /** `out`: from the client to the agent. `in`: from the agent to the client. */
  readonly dir: 'out' | 'in'
  readonly msg: Readonly<Record<string, unknown>>
  /** The number of its line, from 1. */
  readonly line: number
}

/** A recorded conversation between a client and an agent. */
export interface Transcript {
  readonly frames: readonly TranscriptFrame[]
  /** How the agent ended, if recorded. */
  readonly exit?: TranscriptExit
}

export interface TranscriptExit {
  readonly code: number | null
  readonly signal: string | null
}

/**
 * Reads a transcript from its text: one JSON object per line, `{ t, dir, msg }`; a last line with `dir: 'exit'` says how
 * the agent ended.
 * @throws ValidationError that names the first invalid line.
 */
export function parseTranscript(text: string, name = 'The transcript'): Transcript {
  const frames: TranscriptFrame[] = []
  let exit: TranscriptExit | undefined
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue
    const refuse = (problem: string, cause?: unknown): ValidationError =>
      new ValidationError(
        `${name}, line ${index + 1}: ${problem}`,
        [{ path: [index + 1], message: problem }],
        {
          cause,
        },
      )
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch (cause) {
      throw refuse('is not JSON', cause)
    }
    if (!isRecord(value)) throw refuse('is not an object')
    const { t, dir, msg } = value
    if (typeof t !== 'number' || !Number.isFinite(t)) throw refuse('t must be milliseconds')
    if (exit !== undefined) throw refuse('nothing may follow the exit')
    if (dir === 'exit') exit = exitOf(msg)
    else if (dir !== 'out' && dir !== 'in') throw refuse('dir must be out, in or exit')
    else if (!isRecord(msg)) throw refuse('msg must be a message')
    else frames.push({ t, dir, msg, line: index + 1 })
  }
  return { frames, ...(exit === undefined ? {} : { exit }) }
}

/** Reads a transcript from a file. @throws CapstanError `INPUT_UNREADABLE`, ValidationError */
export async function readTranscript(path: string): Promise<Transcript> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    throw new CapstanError('INPUT_UNREADABLE', `${path} cannot be read: ${(cause as Error).message}`, {
      cause,
    })
  }
  return parseTranscript(text, path)
}

function exitOf(msg: unknown): TranscriptExit {
  const { code, signal } = isRecord(msg) ? msg : {}
  return {
    code: typeof code === 'number' ? code : null,
    signal: typeof signal === 'string' ? signal : null,
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
