import { CapstanError } from '../../core/capstan-error.ts'
import type { IdFactory } from '../../core/ids.ts'
import { ignore } from '../../core/ignore.ts'
import { askSession } from '../wire/ask-session.ts'
import type { MethodContext } from '../wire/methods.ts'
import type { Streaming } from '../wire/streaming.ts'
import type { NodeCalls } from './node-calls.ts'

/** Calls of other nodes. */
const startMethod = 'node.ask'
const nextMethod = 'node.ask.next'
const stopMethod = 'node.ask.stop'
/** A call for the next items is answered after this time, also without items. */
const waitMs = 10_000
/** A turn whose reader is silent for this time is canceled. */
const silenceMs = 30_000
/** Items that wait for the reader before the agent has to wait. */
const maxItems = 256

export interface RemoteAsksOptions {
  calls: NodeCalls
  createId: IdFactory
  /** The context of a prompt that another node sends. */
  context: (signal: AbortSignal) => MethodContext
}

interface Page {
  items: unknown[]
  isDone: boolean
}

interface TurnReference {
  turn: string
}

/** Prompts for sessions of other nodes. The reader asks for one page of the turn after the other. */
export class RemoteAsks {
  readonly #options: RemoteAsksOptions
  readonly #turns = new Map<string, Turn>()

  constructor(options: RemoteAsksOptions) {
    this.#options = options
  }

  /** Prompts a session of another node and streams the turn. */
  async ask(
    node: string,
    { params, send, lines, signal }: Streaming & { signal: AbortSignal },
  ): Promise<void> {
    const { calls } = this.#options
    const reference = (await calls.call(node, startMethod, params)) as TurnReference
    const stop = (): void => void calls.call(node, stopMethod, reference).catch(ignore)
    signal.addEventListener('abort', stop, { once: true })
    try {
      if (signal.aborted) stop()
      for (;;) {
        const { items, isDone } = (await calls.call(node, nextMethod, reference)) as Page
        for (const item of items) send(item)
        if (isDone) return
        if (lines.isFull) await lines.drained()
      }
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** Answers a call of another node; undefined for other methods. */
  answer(method: string, params: unknown): Promise<unknown> | undefined {
    if (method === startMethod) return Promise.resolve(this.#start(params as object))
    if (method !== nextMethod && method !== stopMethod) return undefined
    const { turn: id } = params as TurnReference
    const turn = this.#turns.get(id)
    if (method === stopMethod) return Promise.resolve(turn?.stop())
    if (turn !== undefined) return turn.next()
    throw new CapstanError('ABORTED', 'The prompt was canceled: its reader was silent')
  }

  #start(params: object): TurnReference {
    const { createId, context } = this.#options
    const id = createId('turn')
    const turn = new Turn(() => this.#turns.delete(id))
    this.#turns.set(id, turn)
    void turn.run((signal, streaming) => askSession(context(signal), { ...streaming, params }))
    return { turn: id }
  }
}

/** A turn for a reader on another node. */
class Turn {
  readonly #stopping = new AbortController()
  readonly #onEnd: () => void
  readonly #items: unknown[] = []
  #isDone = false
  #failure: { error: unknown } | undefined
  #changed = Promise.withResolvers<void>()
  #silence: NodeJS.Timeout | undefined

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
    this.#expectReader()
  }

  async run(
    work: (signal: AbortSignal, streaming: Pick<Streaming, 'send' | 'lines'>) => Promise<void>,
  ): Promise<void> {
    const items = this.#items
    const lines: Streaming['lines'] = {
      get isFull() {
        return items.length >= maxItems
      },
      isClosed: false,
      drained: () => this.#drained(),
    }
    const send = (item: unknown): void => {
      items.push(item)
      this.#wake()
    }
    try {
      await work(this.#stopping.signal, { send, lines })
    } catch (error) {
      this.#failure = { error }
    }
    this.#isDone = true
    this.#wake()
  }

  /** The items since the last call. @throws the error of the turn, after its last item. */
  async next(): Promise<Page> {
    clearTimeout(this.#silence)
    if (this.#items.length === 0 && !this.#isDone) {
      let over: NodeJS.Timeout | undefined
      const timeout = new Promise<void>((resolve) => (over = setTimeout(resolve, waitMs)))
      await Promise.race([this.#changed.promise, timeout])
      clearTimeout(over)
    }
    const items = this.#items.splice(0)
    this.#wake()
    if (this.#failure !== undefined && items.length === 0) {
      this.#onEnd()
      throw this.#failure.error
    }
    const isDone = this.#isDone && this.#failure === undefined
    if (isDone) this.#onEnd()
    else this.#expectReader()
    return { items, isDone }
  }

  stop(): void {
    this.#stopping.abort()
  }

  #expectReader(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      this.stop()
      this.#onEnd()
      // Nobody reads on: the turn must not wait for that.
      this.#items.length = 0
      this.#wake()
    }, silenceMs)
  }

  async #drained(): Promise<void> {
    while (this.#items.length >= maxItems && !this.#stopping.signal.aborted) await this.#changed.promise
  }

  #wake(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }
}
