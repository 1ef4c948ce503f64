import type { Transcript, TranscriptFrame } from '../transcript.ts'

type Message = Readonly<Record<string, unknown>>

export interface PlayerOptions {
  transcript: Transcript
  /** Writes one message to the client; resolves when the pipe has accepted it. */
  send: (message: object) => Promise<void>
  /** Reports a difference from the recording. */
  report: (line: string) => void
}

/**
 * Replays the agent's side of a transcript: waits for the client's messages in order, by method, and sends the agent's
 * messages again. Responses carry the id of the new request.
 */
export class TranscriptPlayer {
  readonly #options: PlayerOptions
  /** How often each method of the client is still expected. */
  readonly #expected = new Map<string, number>()
  /** The client's new id for each recorded one. */
  readonly #ids = new Map<unknown, unknown>()
  readonly #held: Message[] = []
  #wake: (() => void) | undefined
  #hasLeft = false

  constructor(options: PlayerOptions) {
    this.#options = options
    for (const { dir, msg } of options.transcript.frames) {
      if (dir === 'out' && typeof msg['method'] === 'string') this.#count(msg['method'], 1)
    }
  }

  /** Receives one message of the client. */
  receive(message: Message): void {
    const { method, id } = message
    if (typeof method === 'string') {
      const left = this.#expected.get(method)
      if (left === undefined || left === 0)
        return this.#refuse(method, { id, wasRecorded: left !== undefined })
      this.#count(method, -1)
    }
    this.#held.push(message)
    this.#wake?.()
  }

  /** The client closed its output. */
  leave(): void {
    this.#hasLeft = true
    this.#wake?.()
  }

  /** Replays to the end. Resolves with `left` when the client closed its output before. */
  async play(): Promise<'ended' | 'left'> {
    for (const frame of this.#options.transcript.frames) {
      if (frame.dir === 'in') await this.#send(frame)
      else if (!(await this.#await(frame))) {
        this.#options.report(`line ${frame.line}: the client left before ${nameOf(frame.msg)}`)
        return 'left'
      }
    }
    return 'ended'
  }

  async #send({ msg, line }: TranscriptFrame): Promise<void> {
    if (typeof msg['method'] === 'string') return await this.#options.send(msg)
    const id = msg['id']
    if (!this.#ids.has(id))
      return this.#options.report(`line ${line}: responds to no request of the recording`)
    await this.#options.send({ ...msg, id: this.#ids.get(id) })
  }

  /** Waits for the recorded message of the client; `false` when the client has left. */
  async #await({ msg, line }: TranscriptFrame): Promise<boolean> {
    let isReported = false
    for (;;) {
      const index = this.#held.findIndex((held) => isSame(msg, held))
      const [found] = index === -1 ? [] : this.#held.splice(index, 1)
      if (found !== undefined) {
        this.#compare({ msg, line, found })
        return true
      }
      if (this.#hasLeft) return false
      const [early] = this.#held
      if (early !== undefined && !isReported) {
        isReported = true
        this.#options.report(
          `line ${line}: waiting for ${nameOf(msg)}, while ${nameOf(early)} waits for its place`,
        )
      }
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  #compare({ msg, line, found }: Pick<TranscriptFrame, 'msg' | 'line'> & { found: Message }): void {
    if (typeof msg['method'] === 'string' && msg['id'] !== undefined) this.#ids.set(msg['id'], found['id'])
    for (const field of ['params', 'result', 'error']) {
      for (const difference of differences(msg[field], found[field])) {
        this.#options.report(`line ${line}: ${nameOf(msg)}: ${field} ${difference}`)
      }
    }
  }

  #refuse(method: string, { id, wasRecorded }: { id: unknown; wasRecorded: boolean }): void {
    const message = wasRecorded ? `The recording has no more ${method}` : `${method} is not in the recording`
    this.#options.report(message)
    if (id === undefined) return
    void this.#options.send({ jsonrpc: '2.0', id, error: { code: wasRecorded ? -32603 : -32601, message } })
  }

  #count(method: string, step: number): void {
    this.#expected.set(method, (this.#expected.get(method) ?? 0) + step)
  }
}

/** Whether a message matches a recorded one: the same method, or the answer to the same request of the agent. */
function isSame(recorded: Message, message: Message): boolean {
  const { method } = recorded
  if (typeof method === 'string') return message['method'] === method
  return message['method'] === undefined && message['id'] === recorded['id']
}

function nameOf({ method, id }: Message): string {
  return typeof method === 'string' ? method : `the answer to request ${JSON.stringify(id)}`
}

/** How many differences are reported per message. */
const maxDifferences = 5

/** The differences from the recorded value, each as `path: recorded …, got …`. */
function differences(recorded: unknown, got: unknown): string[] {
  const found: string[] = []
  compare(recorded, got, '', found)
  const left = found.length - maxDifferences
  return left > 0 ? [...found.slice(0, maxDifferences), `and ${left} more`] : found
}

function compare(recorded: unknown, got: unknown, path: string, found: string[]): void {
  if (isObject(recorded) && isObject(got) && Array.isArray(recorded) === Array.isArray(got)) {
    for (const key of new Set([...Object.keys(recorded), ...Object.keys(got)])) {
      compare(recorded[key], got[key], path === '' ? key : `${path}.${key}`, found)
    }
  } else if (!Object.is(recorded, got)) {
    found.push(`${path || 'value'}: recorded ${shown(recorded)}, got ${shown(got)}`)
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
