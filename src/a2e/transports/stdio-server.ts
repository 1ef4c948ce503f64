import type { Readable, Writable } from 'node:stream'
import { ignore } from '../../core/ignore.ts'
import { JsonLinesDecoder } from '../../core/json-lines/json-lines.ts'
import type { A2EHost } from '../host.ts'
import { createMessageId } from '../messages/wire.ts'

export interface StdioOptions {
  /** The stream to read messages from; the stdin of this process if omitted. */
  input?: Readable
  /** The stream to write messages to, reserved for messages; the stdout of this process if omitted. */
  output?: Writable
  /** The largest accepted message, in bytes; 16 MiB if omitted. */
  maxMessageBytes?: number
  /** How many unread bytes may be buffered before the session ends; 64 MiB if omitted. */
  maxBufferedBytes?: number
}

/** A host that serves one agent on a pair of streams. */
export interface StdioServer {
  /** Resolves when the session has ended: the agent sent `shutdown`, or a stream ended. */
  readonly closed: Promise<void>
  /** Ends the session; the host stays open. */
  close(): Promise<void>
}

/** How long an agent that closes its stdin still gets answers; the reference client kills the host after three seconds. */
const graceSeconds = 2

/** Serves one agent on stdin and stdout. Stops reading stdin while stdout is full. */
export function serveStdio(host: A2EHost, options: StdioOptions = {}): StdioServer {
  const { input = process.stdin, output = process.stdout } = options
  const { maxMessageBytes = 16 * 1024 * 1024, maxBufferedBytes = 64 * 1024 * 1024 } = options
  const closed = Promise.withResolvers<void>()
  const session = host.openSession({
    id: createMessageId(),
    send(line) {
      if (output.writableLength > maxBufferedBytes) {
        host.log('Session ended: the agent does not read its messages')
        queueMicrotask(end)
      } else if (!output.write(`${line}\n`)) {
        input.pause()
      }
    },
    ended() {
      input.off('data', read).off('end', finish).off('error', end).pause()
      output.off('drain', resume).off('error', end)
      // A closed reader may cause an error only after the session has ended.
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
