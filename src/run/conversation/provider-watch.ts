import { AgentRequestError } from '../../acp/wire/agent-request-error.ts'
import type { EventSink } from '../../acp/session-options.ts'
import type { TurnEnd } from '../../acp/reading/turn-end.ts'
import { AttemptText } from '../../agents/command-line/attempt-text.ts'
import type { AcpTransport } from '../../agents/definition/definition.ts'
import {
  type AgentFailure,
  providerFailure,
  statusOf,
  wordedFailure,
} from '../../agents/command-line/provider-failure.ts'
import type { AcpSigns, ProviderSign, ReadSign } from '../../agents/command-line/provider-sign.ts'
import { retryNotice } from '../../agents/command-line/retry-notice.ts'
import type { StoredSession } from '../../agents/command-line/stored-usage.ts'
import type { CapstanError } from '../../core/capstan-error.ts'
import { eachLine } from '../../core/text/each-line.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { TextDeltaEvent } from '../../events/text.ts'
import type { Launched } from '../launch/launched.ts'
import { failureError, refusalIn } from './provider-error.ts'
import { silentError, turnError } from '../api/run-errors.ts'

export interface ProviderWatchOptions {
  agent: string
  acp: AcpTransport | undefined
  signs: AcpSigns | undefined
  onEvent: EventSink
  /** Drops the replayed history of the session, which is not part of the run. */
  leavesOutHistory: boolean
}

/**
 * Filters the events of an ACP agent. ACP has no messages for provider errors: agents report them as text or logs. By
 * the patterns of the agent's definition they become retry notices, retracted text and errors with a code.
 */
export class ProviderWatch {
  readonly #agent: string
  readonly #acp: AcpTransport | undefined
  readonly #signs: AcpSigns | undefined
  readonly #onEvent: EventSink
  readonly #readers: readonly ReadSign[]
  readonly #errorTexts: readonly RegExp[]
  /** Only for agents that report retries, because it keeps the text of the answer. */
  readonly #attempt: AttemptText | undefined
  /** Text that is a failure if the turn has no other text. */
  #held: TextDeltaEvent | undefined
  #failure: string | undefined
  /** The last HTTP status of the provider, until a request succeeds. */
  #status: number | undefined
  #isSilent = true
  #launched: Pick<Launched, 'redact'> | undefined
  #isHistory: boolean

  constructor(options: ProviderWatchOptions) {
    const { agent, acp, signs, onEvent } = options
    const { retryTexts = [], asideTexts = [], errorTexts = [] } = acp ?? {}
    this.#agent = agent
    this.#acp = acp
    this.#signs = signs
    this.#onEvent = onEvent
    this.#isHistory = options.leavesOutHistory
    this.#errorTexts = errorTexts.length === 0 ? none : errorTexts.map(patternOf)
    const readers = [
      ...(signs?.events === undefined ? [] : [signs.events()]),
      ...(retryTexts.length + asideTexts.length === 0 ? [] : [textSigns({ retryTexts, asideTexts })]),
    ]
    this.#readers = readers.length === 0 ? none : readers
    if (readers.length > 0 || signs?.log !== undefined) this.#attempt = new AttemptText()
  }

  /** The event sink for the agent's events; the original sink if nothing has to be filtered. */
  eventSink(): EventSink {
    const isWatched =
      this.#isHistory ||
      this.#attempt !== undefined ||
      this.#errorTexts.length > 0 ||
      this.#acp?.silentTurnIsFailure === true
    return isWatched ? (event) => this.#read(event) : this.#onEvent
  }

  #read(event: AgentEvent): Promise<void> | undefined {
    if (this.#isHistory && historyTypes.has(event.type)) return undefined
    for (const read of this.#readers) {
      const sign = read(event)
      if (sign === undefined) continue
      const drained = this.#take(sign, event)
      const isMore = sign.type === 'restart' || sign.type === 'next' || !isOnlySign(event)
      return isMore ? both(drained, this.#pass(event)) : drained
    }
    return this.#pass(event)
  }

  /** Reads provider errors from stderr; undefined if the agent reports none there. */
  logSink(): ((text: string) => void) | undefined {
    const read = this.#signs?.log?.()
    if (read === undefined) return undefined
    return eachLine((line) => {
      const sign = read(line)
      if (sign !== undefined) void this.#take(sign)
    })
  }

  /** Passes the history of the next session on, because the caller requested it. */
  passHistoryOn(): void {
    this.#isHistory = false
  }

  /** Starts a turn. Its errors are reported without the agent's secrets. */
  begin(launched: Pick<Launched, 'redact'>): void {
    this.#launched = launched
    this.#isHistory = false
    this.#attempt?.settle()
    this.#held = undefined
    this.#failure = undefined
    this.#status = undefined
    this.#isSilent = true
  }

  /** Ends a turn. @throws its error, even if the agent reported success */
  async end<End extends TurnEnd>(end: End, session: StoredSession): Promise<End> {
    if (end.stopReason === 'error') throw this.#error(end.error?.message) ?? turnError(this.#agent, end)
    if (end.stopReason === 'end-turn') {
      const text = this.#failure ?? this.#held?.text.trim()
      if (text !== undefined) throw this.#errorOf(wordedFailure(text))
      if (this.#acp?.silentTurnIsFailure && this.#isSilent) {
        const kept = await this.#signs?.keptFailure?.(session)
        throw this.#known(kept) ?? this.#error('') ?? silentError(this.#agent)
      }
    }
    await this.#release()
    return end
  }

  /** The error of a turn whose prompt request failed. */
  async errorOf(error: unknown, session: StoredSession): Promise<unknown> {
    if (!(error instanceof AgentRequestError) || error.method !== 'session/prompt') return error
    const { agent, method, message } = error
    const kept = await this.#signs?.keptFailure?.(session)
    // A stored failure of an earlier turn has another message.
    const isOfTurn = kept !== undefined && message.includes(this.#clean(kept.message))
    const text = message.replace(`${agent} refused ${method}: `, '')
    const refusal = refusalIn(error, this.#clean(text))
    const known = isOfTurn ? this.#known(kept) : (refusal ?? this.#error(text))
    if (known === undefined) return error
    known.cause = error
    return known
  }

  /** The provider error in a text; undefined if the text is not about a provider. */
  #error(text = ''): CapstanError | undefined {
    return this.#known(wordedFailure(text === '' ? (this.#failure ?? '') : text))
  }

  #known(failure: AgentFailure | undefined): CapstanError | undefined {
    if (failure === undefined) return undefined
    if (failure.code === 'AGENT_ERROR' && this.#status === undefined) return undefined
    return this.#errorOf(failure)
  }

  #clean(text: string): string {
    return this.#launched?.redact(text) ?? text
  }

  #errorOf(reported: AgentFailure): CapstanError {
    const failure = { ...reported, message: this.#clean(reported.message) }
    const status = this.#status
    if (statusOf(failure) !== undefined || status === undefined) return failureError(failure)
    const message = failure.message || `The provider of ${this.#agent} answered ${status}`
    return failureError(providerFailure(status, message))
  }

  #take(sign: ProviderSign, event?: AgentEvent): Promise<void> | undefined {
    const base = event?.sessionId === undefined ? {} : { sessionId: event.sessionId }
    switch (sign.type) {
      case 'retry':
        this.#status = sign.status ?? this.#status
        return both(this.#retract(base), this.#onEvent(retryNotice(this.#agent, sign, base)))
      case 'restart':
        return this.#retract(base)
      case 'next':
      case 'settled':
        this.#attempt?.settle()
        return undefined
      case 'failure':
        this.#failure = sign.message
        return undefined
      case 'aside':
        return undefined
      default:
        return sign satisfies never
    }
  }

  #retract(base: { sessionId?: string }): Promise<void> | undefined {
    const retracted = this.#attempt?.retract()
    return retracted === undefined ? undefined : this.#onEvent({ ...base, ...retracted })
  }

  #pass(event: AgentEvent): Promise<void> | undefined {
    if (isAgentText(event) && this.#errorTexts.some((pattern) => pattern.test(event.text))) {
      const drained = this.#release()
      this.#held = event
      return drained
    }
    const says = isAgentText(event) || event.type === 'thinking.delta'
    if (!says && event.type !== 'tool.called' && event.type !== 'tool.updated') return this.#onEvent(event)
    if (!says || event.text.trim() !== '') {
      this.#isSilent = false
      this.#status = undefined
    }
    const drained = this.#release()
    this.#attempt?.add(event)
    return both(drained, this.#onEvent(event))
  }

  /** Emits the held text: it is part of the answer after all. */
  #release(): Promise<void> | undefined {
    const event = this.#held
    if (event === undefined) return undefined
    this.#held = undefined
    this.#attempt?.add(event)
    return this.#onEvent(event)
  }
}

/** Shared by all agents without patterns. */
const none: readonly never[] = []

/** The events that replay the history of a session. */
const historyTypes: ReadonlySet<AgentEvent['type']> = new Set([
  'text.delta',
  'thinking.delta',
  'content.delta',
  'message.updated',
  'tool.called',
  'tool.input',
  'tool.updated',
  'tool.output',
] as const)

/** Text and raw messages that match a pattern have no other content. */
function isOnlySign({ type }: AgentEvent): boolean {
  return type === 'text.delta' || type === 'raw'
}

function isAgentText(event: AgentEvent): event is TextDeltaEvent {
  return (
    event.type === 'text.delta' &&
    event.subagentId === undefined &&
    (event.role === undefined || event.role === 'agent')
  )
}

function patternOf(source: string): RegExp {
  return new RegExp(source, 'u')
}

function textSigns({
  retryTexts,
  asideTexts,
}: Required<Pick<AcpTransport, 'retryTexts' | 'asideTexts'>>): ReadSign {
  const [retries, asides] = [retryTexts.map(patternOf), asideTexts.map(patternOf)]
  return (event) => {
    if (!isAgentText(event)) return undefined
    for (const pattern of retries) {
      const found = pattern.exec(event.text)
      if (found !== null) return { type: 'retry', ...counts(found.groups), reason: event.text.trim() }
    }
    return asides.some((pattern) => pattern.test(event.text)) ? { type: 'aside' } : undefined
  }
}

function counts(groups: Readonly<Record<string, string>> = {}): { attempt?: number; most?: number } {
  const { attempt, most } = groups
  return {
    ...(attempt === undefined ? {} : { attempt: Number(attempt) }),
    ...(most === undefined ? {} : { most: Number(most) }),
  }
}

function both(
  first: Promise<void> | undefined,
  second: Promise<void> | undefined,
): Promise<void> | undefined {
  if (first === undefined || second === undefined) return first ?? second
  return Promise.all([first, second]).then(() => undefined)
}
