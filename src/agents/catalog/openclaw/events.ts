import type { AgentEvent } from '../../../events/event.ts'
import type { StopReason } from '../../../events/finish.ts'
import type {
  CreateOutputReader,
  OutputContext,
  OutputEnd,
  AgentExit,
  OutputReader,
} from '../../command-line/output-reader.ts'
import { fieldsOf, type Fields, present, rawEvent, textOf, without } from '../../command-line/read-values.ts'
import { UsageSum } from '../../command-line/usage-sum.ts'
import { unansweredFailure } from '../../command-line/unanswered-failure.ts'
import { envelopeFailure } from './failure.ts'
import { JsonDocument } from './json-document.ts'
import { payloadEvents } from './payloads.ts'
import { toolEvents } from './tools.ts'
import { costOf, tokensOf } from './usage.ts'
import type { AgentFailure } from '../../command-line/provider-failure.ts'

const source = 'openclaw-agent-exec'

/** Fields that have events of their own; the session event gets the rest. */
const ownEvents = ['ok', 'status', 'final', 'payloads', 'usage', 'costUsd', 'sessionId', 'error']

/** Reads the object that `openclaw agent exec --json` prints at the end, over several lines. */
export const createOpenclawReader: CreateOutputReader = (context) => new OpenclawReader(context)

class OpenclawReader implements OutputReader {
  readonly #document = new JsonDocument()
  readonly #isResumed: boolean
  readonly #usage: UsageSum
  #sessionId: string | undefined
  #stopReason: StopReason | undefined
  #failure: AgentFailure | undefined

  constructor({ isResumed }: OutputContext) {
    this.#isResumed = isResumed
    this.#usage = new UsageSum({ isResumed })
  }

  read(value: unknown): AgentEvent[] {
    if (this.#document.isOpen) return this.readText(JSON.stringify(value) ?? 'null')
    const envelope = fieldsOf(value)
    return typeof envelope.ok === 'boolean' ? this.#envelope(envelope) : [rawEvent(source, value)]
  }

  readText(line: string): AgentEvent[] {
    const taken = this.#document.add(line)
    if (taken === 'whole') return this.read(this.#document.take())
    if (taken === 'part' || line.trim() === '') return []
    return [{ type: 'log', level: 'info', message: line }]
  }

  end(exit: AgentExit): OutputEnd {
    const isCrash = this.#stopReason === undefined
    return present<OutputEnd>({
      stopReason: this.#stopReason ?? 'error',
      sessionId: this.#sessionId,
      tokens: this.#usage.tokens,
      cost: this.#usage.cost,
      error: isCrash ? unansweredFailure('openclaw', exit) : this.#failure,
    })
  }

  #envelope(envelope: Fields): AgentEvent[] {
    const events = [...this.#session(envelope), ...toolEvents(envelope), ...payloadEvents(envelope)]
    const tokens = tokensOf(envelope)
    if (tokens !== undefined) events.push(...this.#usage.add(tokens, costOf(envelope)))
    return [...events, ...this.#outcome(envelope)]
  }

  #session(envelope: Fields): AgentEvent[] {
    const rest = without(envelope, ...ownEvents)
    const sessionId = textOf(envelope.sessionId)
    if (sessionId === undefined) return [rawEvent(source, rest)]
    this.#sessionId = sessionId
    return [{ type: this.#isResumed ? 'session.resumed' : 'session.started', sessionId, meta: rest }]
  }

  #outcome(envelope: Fields): AgentEvent[] {
    if (envelope.ok === true) {
      this.#stopReason = 'end-turn'
      return []
    }
    const error = fieldsOf(envelope.error)
    if (error.kind === 'aborted') {
      this.#stopReason = 'cancelled'
      return []
    }
    this.#stopReason = 'error'
    this.#failure = envelopeFailure(error)
    return [{ type: 'error', error: this.#failure }]
  }
}
