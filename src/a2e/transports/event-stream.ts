import { StringDecoder } from 'node:string_decoder'
import { CapstanError } from '../../core/capstan-error.ts'

const longestLine = 64 * 1024 * 1024

/** Reads server-sent events from bytes, however they are cut; gives the data of each. */
export class EventStreamDecoder {
  readonly #onData: (data: string) => void
  readonly #decoder = new StringDecoder('utf8')
  #rest = ''
  #data: string[] = []

  constructor(onData: (data: string) => void) {
    this.#onData = onData
  }

  push(chunk: Buffer): void {
    this.#rest += this.#decoder.write(chunk)
    let start = 0
    for (let end = this.#rest.indexOf('\n'); end !== -1; end = this.#rest.indexOf('\n', start)) {
      const isCarriage = this.#rest.charCodeAt(end - 1) === 0x0d
      this.#line(this.#rest.slice(start, isCarriage ? end - 1 : end))
      start = end + 1
    }
    this.#rest = this.#rest.slice(start)
    if (this.#rest.length > longestLine)
      throw new CapstanError('A2E_MESSAGE_TOO_LONG', `A message has more than ${longestLine} characters`)
  }

  #line(line: string): void {
    if (line.startsWith('data:')) {
      this.#data.push(line.slice(line.charCodeAt(5) === 0x20 ? 6 : 5))
    } else if (line === '' && this.#data.length > 0) {
      const data = this.#data.join('\n')
      this.#data = []
      this.#onData(data)
    }
  }
}
