import type { Readable, Writable } from 'node:stream'
import { ignore } from '../../core/ignore.ts'
import { JsonLinesDecoder } from '../../core/json-lines/json-lines.ts'
import type { A2EHost } from '../host.ts'
import { createMessageId } from '../messages/wire.ts'

export interface StdioOptions {
  /** Where messages come from; the process’s own stdin if not given. */
  input?: Readable
  /** Where messages go, and nothing else; the process’s own stdout if not given. */
  output?: Writable
  /** The longest message that is read, in bytes; 16 MiB if not given. */
  maxMessageBytes?: number
  /** How much may wait for a reader that does not read before the session is given up, in bytes; 64 MiB if not given. */
  maxBufferedBytes?: number
}

/** A host that is being served on a pair of streams. */
export interface StdioServer {
  /** Resolves when the session is over: the agent said so, or a stream ended. */
  readonly closed: Promise<void>
  /** Ends the session; the host stays. */
  close(): Promise<void>
}

/** What an agent that closes its side still gets; the reference client waits three seconds before it kills. */
const graceSeconds = 2

/** Serves one agent on stdin and stdout. A full stdout stops the reading of stdin. */
export function serveStdio(host: A2EHost, options: StdioOptions = {}): StdioServer {
  const { input = process.stdin, output = process.stdout } = options
  const { maxMessageBytes = 16 * 1024 * 1024, maxBufferedBytes = 64 * 1024 * 1024 } = options
  const closed = Promise.withResolvers<void>()
  const session = host.openSession({
    id: createMessageId(),
    send(line) {
      if (output.writableLength > maxBufferedBytes) {
        host.log('The agent does not read: its session is ended')
        queueMicrotask(end)
      } else if (!output.write(`${line}\n`)) {
        input.pause()
      }
    },
    ended() {
      input.off('data', read).off('end', finish).off('error', end).pause()
      output.off('drain', resume).off('error', end)
      // A reader that is gone may be noticed only after the session.
      output.on('error', ignore)
      closed.resolve()
    },
  })
  const decoder = new JsonLinesDecoder({
    onValue: (value) => session.receive(value),
    onBadLine: (error) => session.refuse(error.message),
    maxLineBytes: maxMessageBytes,
  })
  const read = (chunk: Buffer): void => decoder.push(chunk)
  const resume = (): void => void input.resume()
  const end = (): void => void session.end()
  const finish = (): void => {
    decoder.end()
    session.shutDown(graceSeconds)
  }
  output.on('drain', resume).on('error', end)
  input.on('data', read).on('end', finish).on('error', end)
  return { closed: closed.promise, close: () => session.end() }
}
