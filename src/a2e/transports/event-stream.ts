import { StringDecoder } from 'node:string_decoder'
import { createParser, type EventSourceParser } from 'eventsource-parser'
import { CapstanError } from '../../core/capstan-error.ts'

const longestMessage = 64 * 1024 * 1024

/** Decodes server-sent events from chunks of bytes and emits the data of each event. */
export class EventStreamDecoder {
  readonly #decoder = new StringDecoder('utf8')
  readonly #parser: EventSourceParser

  constructor(onData: (data: string) => void) {
    this.#parser = createParser({
      maxBufferSize: longestMessage,
      onEvent: ({ data }) => onData(data),
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') throw tooLong()
      },
    })
  }

  /** @throws CapstanError `A2E_MESSAGE_TOO_LONG`; the stream cannot be read further. */
  push(chunk: Buffer): void {
    this.#parser.feed(this.#decoder.write(chunk))
  }
}

function tooLong(): CapstanError {
  return new CapstanError('A2E_MESSAGE_TOO_LONG', `A message has more than ${longestMessage} characters`)
}
