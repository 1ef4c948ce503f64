import { createWriteStream, fchmodSync, fstatSync } from 'node:fs'
import { once } from 'node:events'
import { CapstanError } from '../core/capstan-error.ts'
import { createRedactor, type RedactOptions } from './redact.ts'

export interface TranscriptWriterOptions extends RedactOptions {
  /** Called once when the recording fails; the run continues. */
  onError: (error: CapstanError) => void
}

/** Records a conversation, message by message, without its secrets. */
export interface TranscriptWriter {
  /** Writes one message. Await a returned promise before the next message (back-pressure); it never rejects. */
  write(dir: 'out' | 'in', msg: unknown): Promise<void> | undefined
  /** Writes how the agent ended. */
  exit(how: { code: number | null; signal: string | null }): void
  /** Resolves when everything is written or the recording has failed. */
  close(): Promise<void>
}

const ownerOnly = 0o600

/** A writer to a new or overwritten file, which only its owner may read. It never throws. */
export function createTranscriptWriter(path: string, options: TranscriptWriterOptions): TranscriptWriter {
  const redact = createRedactor(options)
  const began = performance.now()
  const stream = createWriteStream(path, { mode: ownerOnly })
  // A conversation holds the files that the agent read, and an existing file keeps its mode when opened. Skip devices.
  stream.on('open', (descriptor) => {
    try {
      if (fstatSync(descriptor).isFile()) fchmodSync(descriptor, ownerOnly)
    } catch (error) {
      stream.destroy(error as Error)
    }
  })
  let isBroken = false
  const closed = once(stream, 'close')
  // An error rejects `once`; it is reported below.
  closed.catch(() => undefined)
  stream.on('error', (cause) => {
    if (isBroken) return
    isBroken = true
    options.onError(
      new CapstanError('RECORDING_FAILED', `Recording to ${path} stopped: ${cause.message}`, {
        cause,
        hint: 'Free disk space or choose another file; the run continues without a complete recording.',
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
