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
import type { AgentEvent } from '../../events/event.ts'
import type { TextDeltaEvent } from '../../events/text.ts'
import type { Launched } from '../launch/launched.ts'
import { failureError } from './provider-error.ts'
import { silentError, turnError } from '../api/run-errors.ts'

export interface ProviderWatchOptions {
  agent: string
  acp: AcpTransport | undefined
  signs: AcpSigns | undefined
  onEvent: EventSink
  /** What was said in the session before is no part of the run: it is not passed on. */
  leavesOutHistory: boolean
}

/**
 * Stands between an agent that speaks ACP and who reads its events. The protocol has no words for the trouble an agent
 * has with its provider: what the agent's definition knows of it becomes notices of retries, withdrawn text and failures
 * with a code, and never a part of the answer.
 */
export class ProviderWatch {
  readonly #agent: string
  readonly #acp: AcpTransport | undefined
  readonly #signs: AcpSigns | undefined
  readonly #onEvent: EventSink
  readonly #readers: readonly ReadSign[]
  readonly #errorTexts: readonly RegExp[]
  /** Only for an agent that shows when it starts an answer again: a long answer would be kept for nothing. */
  readonly #attempt: AttemptText | undefined
  /** Words that are a failure if nothing else is said in the turn. */
  #held: TextDeltaEvent | undefined
  #failure: string | undefined
  /** What the provider answered last, until the agent gets an answer. */
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

  /** Takes the events of the agent, in order. Where none of them has a meaning here they are passed straight on. */
  sink(): EventSink {
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
      const room = this.#take(sign, event)
      const isMore = sign.type === 'restart' || sign.type === 'next' || !isOnlySign(event)
      return isMore ? both(room, this.#pass(event)) : room
    }
    return this.#pass(event)
  }

  /** Takes what the agent writes to stderr; undefined where that says nothing of its provider. */
  logSink(): ((text: string) => void) | undefined {
    const read = this.#signs?.log?.()
    if (read === undefined) return undefined
    let rest = ''
    return (text) => {
      const lines = `${rest}${text}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const sign = read(line)
        if (sign !== undefined) void this.#take(sign)
      }
    }
  }

  /** Somebody asks for what was said before. */
  passHistoryOn(): void {
    this.#isHistory = false
  }

  /** A turn begins. What it fails with is told without the secrets of the agent. */
  begin(launched: Pick<Launched, 'redact'>): void {
    this.#launched = launched
    this.#isHistory = false
    this.#attempt?.settle()
    this.#held = undefined
    this.#failure = undefined
    this.#status = undefined
    this.#isSilent = true
  }

  /** A turn of a session has ended. @throws what it failed with, also where the agent says that it went well */
  async end<End extends TurnEnd>(end: End, session: StoredSession): Promise<End> {
    if (end.stopReason === 'error') throw this.#error(end.error?.message) ?? turnError(this.#agent, end)
    if (end.stopReason === 'end-turn') {
      const words = this.#failure ?? this.#held?.text.trim()
      if (words !== undefined) throw this.#errorOf(wordedFailure(words))
      if (this.#acp?.silentTurnIsFailure && this.#isSilent) {
        const kept = await this.#signs?.keptFailure?.(session)
        throw this.#known(kept) ?? this.#error('') ?? silentError(this.#agent)
      }
    }
    await this.#release()
    return end
  }

  /** The error of a turn of a session whose prompt the agent answered with an error. */
  async errorOf(error: unknown, session: StoredSession): Promise<unknown> {
    if (!(error instanceof AgentRequestError) || error.method !== 'session/prompt') return error
    const { agent, method, message } = error
    const kept = await this.#signs?.keptFailure?.(session)
    // What the files keep of an earlier turn has other words.
    const isOfTurn = kept !== undefined && message.includes(this.#clean(kept.message))
    const words = message.replace(`${agent} refused ${method}: `, '')
    const known = isOfTurn ? this.#known(kept) : this.#error(words)
    if (known === undefined) return error
    known.cause = error
    return known
  }

  /** The error that words stand for, unless they say nothing of a provider. */
  #error(words = ''): CapstanError | undefined {
    return this.#known(wordedFailure(words === '' ? (this.#failure ?? '') : words))
  }

  #known(failure: AgentFailure | undefined): CapstanError | undefined {
    if (failure === undefined) return undefined
    if (failure.code === 'AGENT_ERROR' && this.#status === undefined) return undefined
    return this.#errorOf(failure)
  }

  #clean(words: string): string {
    return this.#launched?.redact(words) ?? words
  }

  #errorOf(told: AgentFailure): CapstanError {
    const failure = { ...told, message: this.#clean(told.message) }
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
    if (isWords(event) && this.#errorTexts.some((pattern) => pattern.test(event.text))) {
      const room = this.#release()
      this.#held = event
      return room
    }
    const says = isWords(event) || event.type === 'thinking.delta'
    if (!says && event.type !== 'tool.called' && event.type !== 'tool.updated') return this.#onEvent(event)
    if (!says || event.text.trim() !== '') {
      this.#isSilent = false
      this.#status = undefined
    }
    const room = this.#release()
    this.#attempt?.add(event)
    return both(room, this.#onEvent(event))
  }

  /** The words were a part of the answer after all. */
  #release(): Promise<void> | undefined {
    const event = this.#held
    if (event === undefined) return undefined
    this.#held = undefined
    this.#attempt?.add(event)
    return this.#onEvent(event)
  }
}

/** Shared by all agents that show nothing. */
const none: readonly never[] = []

/** What an agent tells again of an earlier conversation. */
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

/** Words and raw messages that are a sign are nothing else. */
function isOnlySign({ type }: AgentEvent): boolean {
  return type === 'text.delta' || type === 'raw'
}

function isWords(event: AgentEvent): event is TextDeltaEvent {
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
    if (!isWords(event)) return undefined
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
