import { systemClock } from '../../core/clock.ts'
import { createId } from '../../core/ids.ts'
import type { Dialect } from './wire/dialect.ts'
import type { Peer } from './wire/peer.ts'
import type { SimSession } from './sessions/session.ts'
import type { TurnControl } from './turn-control.ts'
import type { JsonObject, PlanEntry, TurnUsage } from './wire/wire.ts'

/** The client's capabilities. */
export interface ClientAbilities {
  readsFiles: boolean
  writesFiles: boolean
  runsTerminals: boolean
  showsNotices: boolean
}

/** The context of a turn. */
export interface TurnContext {
  session: SimSession
  peer: Peer
  dialect: Dialect
  abilities: ClientAbilities
  control: TurnControl
  /** Milliseconds between two words. */
  pace: number
}

/** Characters per simulated token. */
const charactersOfToken = 4
/** The models of the simulated agent are free (`models/built-in.ts`). */
const noCost = { amount: 0, currency: 'USD' }

/** One running prompt: streams text and thinking word by word, and stores both. */
export class Turn {
  readonly context: TurnContext
  readonly #characters = { input: 0, agent: 0, thought: 0 }
  #open: { type: 'agent' | 'thought'; messageId: string; text: string } | undefined

  constructor(context: TurnContext) {
    this.context = context
  }

  get signal(): AbortSignal {
    return this.context.control.signal
  }

  update(update: JsonObject): void {
    const { peer, session } = this.context
    peer.notify('session/update', { sessionId: session.id, update })
  }

  /** Sends the client a request about this session. */
  async ask(method: string, params: JsonObject): Promise<unknown> {
    const { peer, session } = this.context
    return await peer.request(method, { sessionId: session.id, ...params }, this.signal)
  }

  /** Streams text into the current message. */
  async say(text: string): Promise<void> {
    await this.#stream('agent', text)
  }

  async think(text: string): Promise<void> {
    await this.#stream('thought', text)
  }

  plan(planId: string, entries: readonly PlanEntry[]): void {
    this.endMessage()
    this.update(this.context.dialect.plan(planId, entries))
  }

  /** Ends the current message. */
  endMessage(): void {
    if (this.#open !== undefined) this.context.session.add(this.#open)
    this.#open = undefined
  }

  countInput(characters: number): void {
    this.#characters.input += characters
  }

  /** Adds the turn's usage and reports the session's total. */
  finish(): TurnUsage {
    this.endMessage()
    const { session } = this.context
    const [inputTokens, outputTokens, thoughtTokens] = [
      tokensOf(this.#characters.input),
      tokensOf(this.#characters.agent),
      tokensOf(this.#characters.thought),
    ]
    const totalTokens = inputTokens + outputTokens + thoughtTokens
    session.spend(totalTokens)
    this.update({
      sessionUpdate: 'usage_update',
      used: Math.min(session.tokens, session.contextSize),
      size: session.contextSize,
      cost: noCost,
      _meta: { simulated: true },
    })
    return { totalTokens, inputTokens, outputTokens, thoughtTokens }
  }

  async #stream(type: 'agent' | 'thought', text: string): Promise<void> {
    const { peer, pace } = this.context
    if (this.#open?.type !== type) this.endMessage()
    const message = (this.#open ??= { type, messageId: createId('message'), text: '' })
    const sessionUpdate = type === 'agent' ? 'agent_message_chunk' : 'agent_thought_chunk'
    const { messageId } = message
    const pieces = type === 'agent' ? (text.match(/\S+\s*|\s+/g) ?? []) : [text]
    for (const piece of pieces) {
      if (pace > 0) await systemClock.sleep(pace, this.signal)
      await peer.ready(this.signal)
      this.signal.throwIfAborted()
      this.update({ sessionUpdate, messageId, content: { type: 'text', text: piece } })
      message.text += piece
      this.#characters[type] += piece.length
    }
  }
}

function tokensOf(characters: number): number {
  return Math.ceil(characters / charactersOfToken)
}
