import { createWriteStream, fchmodSync, fstatSync } from 'node:fs'
import { once } from 'node:events'
import { CapstanError } from '../core/capstan-error.ts'
import { createRedactor, type RedactOptions } from './redact.ts'

export interface TranscriptWriterOptions extends RedactOptions {
  /** Told once when the recording cannot go on; what is recorded is not disturbed. */
  onError: (error: CapstanError) => void
}

/** Writes a conversation down, message by message, without the secrets in it. */
export interface TranscriptWriter {
  /** Writes one message. A promise means: wait for it before the next, the disk is slower. It never rejects. */
  write(dir: 'out' | 'in', msg: unknown): Promise<void> | undefined
  /** Writes how the agent ended. */
  exit(how: { code: number | null; signal: string | null }): void
  /** Resolves when everything is written, or cannot be. */
  close(): Promise<void>
}

const ownerOnly = 0o600

/** A writer into a new file, or over an old one, which only its owner may read from then on. Nothing it does throws. */
export function createTranscriptWriter(path: string, options: TranscriptWriterOptions): TranscriptWriter {
  const redact = createRedactor(options)
  const began = performance.now()
  const stream = createWriteStream(path, { mode: ownerOnly })
  // A conversation holds what the agent read. An old file keeps its mode when it is opened; a device is left alone.
  stream.on('open', (descriptor) => {
    try {
      if (fstatSync(descriptor).isFile()) fchmodSync(descriptor, ownerOnly)
    } catch (error) {
      stream.destroy(error as Error)
    }
  })
  let isBroken = false
  const closed = once(stream, 'close')
  // An error rejects what `once` waits for; it is told below.
  closed.catch(() => undefined)
  stream.on('error', (cause) => {
    if (isBroken) return
    isBroken = true
    options.onError(
      new CapstanError('RECORDING_FAILED', `Recording to ${path} stopped: ${cause.message}`, {
        cause,
        hint: 'The run goes on; the recording is not whole.',
      }),
    )
  })
  const put = (frame: object): Promise<void> | undefined => {
    if (isBroken || stream.writableEnded) return undefined
    const line = `${JSON.stringify({ t: Math.round(performance.now() - began), ...frame })}\n`
    if (stream.write(line)) return undefined
    return new Promise((resolve) => {
      const goOn = (): void => {
        stream.off('drain', goOn)
        stream.off('close', goOn)
        resolve()
      }
      stream.on('drain', goOn)
      stream.on('close', goOn)
    })
  }
  return {
    write: (dir, msg) => put({ dir, msg: redact(msg) }),
    exit: (how) => void put({ dir: 'exit', msg: how }),
    close: async () => {
      stream.end()
      await closed.catch(() => undefined)
    },
  }
}
