import { ignore } from '../core/ignore.ts'
import { isRecord } from '../core/is-record.ts'
import { A2EError } from './a2e-error.ts'
import { requireCapability } from './capability-missing.ts'
import { type CatalogEntry, catalog } from './catalog.ts'
import { fillIn, requireMessage, violation } from './messages/check-message.ts'
import { Deadlines } from './deadlines.ts'
import { dispatch } from './dispatch.ts'
import { answerHandshake } from './handshake.ts'
import type { HostSettings } from './host-settings.ts'
import { CallQueue } from './call-queue.ts'
import type { Request } from './messages/messages.ts'
import { PendingRequest, timeLimitOf, tooLate } from './pending-request.ts'
import type { PluginSession } from './plugin.ts'
import { contextOf, type RequestSide } from './request-context.ts'
import { SeenIds } from './messages/seen-ids.ts'
import { SessionWriter } from './session-writer.ts'
import { isOtherVersion, protocolVersion, textOf } from './messages/wire.ts'

type Message = Readonly<Record<string, unknown>>

/** The transport that carries a session. */
export interface SessionLink {
  readonly id: string
  /** The transport has already authenticated the peer with the token. */
  readonly proven?: boolean
  /** Sends one message, as a line without a line break, with the id of the message. */
  send(line: string, id: string): void
  /** The session has ended, by a `shutdown` or because the host closed; it sends nothing more. */
  ended(): void
}

const longestId = 128
const longestLogText = 1000

/** One agent's session at a host: validates messages, answers each once, and enforces the negotiated capabilities. */
export class HostSession {
  readonly id: string
  readonly #settings: HostSettings
  readonly #link: SessionLink
  readonly #queue: CallQueue
  readonly #seen = new SeenIds()
  readonly #pending = new Set<PendingRequest>()
  readonly #stop = new AbortController()
  #agentId = ''
  #accepted: ReadonlySet<string> = new Set()
  /** Whether any handshake succeeded: a later refused one does not undo what plugins keep for the session. */
  #hasServed = false
  #state: 'new' | 'open' | 'closing' | 'ended' = 'new'
  #drained: (() => void) | undefined
  #ending: Promise<void> | undefined
  readonly #deadlines: Deadlines
  readonly #writer: SessionWriter
  readonly #side: RequestSide

  constructor(settings: HostSettings, link: SessionLink) {
    this.id = link.id
    this.#settings = settings
    this.#link = link
    this.#queue = new CallQueue({ maxRunning: settings.maxParallel, maxWaiting: settings.maxQueued })
    const { clock, log } = settings
    this.#deadlines = new Deadlines(clock)
    this.#writer = new SessionWriter({ clock, log, write: (line, id) => link.send(line, id) })
    this.#side = {
      settings,
      session: this.#forPlugins(),
      writer: this.#writer,
      admit: (type, message) => this.#admit(type, message),
    }
  }

  /** Whether the handshake succeeded. */
  get open(): boolean {
    return this.#state === 'open'
  }

  /** Answers a line that is not JSON with `parse_error`. */
  refuse(message: string): void {
    this.#writer.fail('', new A2EError('parse_error', message))
  }

  /** Handles one message. Never throws: sends an error instead. */
  receive(message: unknown): void {
    if (this.#state === 'ended') return
    if (!isRecord(message)) {
      this.refuse('A message must be a JSON object')
      return
    }
    const id = textOf(message, 'id')
    const type = textOf(message, 'type')
    // Answering an error with an error could loop forever.
    if (type === 'error')
      this.#settings.log(
        `The agent reported an error: ${textOf(message, 'message').slice(0, longestLogText)}`,
      )
    else if (id.length > longestId) this.#writer.fail(shortened(id), tooLongId(type))
    else if (id === '' || this.#seen.add(id)) this.#take(type, id, message)
  }

  /** Ends the session when running requests have finished, or after this many seconds; refuses new requests. */
  shutDown(seconds: number): void {
    if (this.#state === 'closing' || this.#state === 'ended') return
    this.#state = 'closing'
    const { clock, longestTimeoutMs } = this.#settings
    const drained = Promise.withResolvers<void>()
    this.#drained = drained.resolve
    if (this.#pending.size === 0) drained.resolve()
    const late = clock.sleep(Math.min(seconds * 1000, longestTimeoutMs), this.#stop.signal).catch(ignore)
    void Promise.race([drained.promise, late]).then(() => this.end())
  }

  /** Ends the session: aborts running requests and notifies the plugins. */
  end(): Promise<void> {
    this.#ending ??= this.#end()
    return this.#ending
  }

  #take(type: string, id: string, message: Message): void {
    try {
      if (type === 'shutdown') this.shutDown(secondsOf(message))
      else if (type === 'handshake/req') this.#answerHandshake(id, message)
      else {
        requireVersion(message)
        this.#requireOpen(type)
        this.#serve(this.#admit(type, message), id, message)
      }
    } catch (error) {
      this.#writer.fail(id, error)
    }
  }

  /** @throws A2EError before the handshake and while the session shuts down. */
  #requireOpen(type: string): void {
    if (this.#state === 'closing') throw shuttingDown()
    if (this.#state === 'open') return
    throw new A2EError('unauthorized', 'The first message of a session must be handshake/req', {
      detail: { type: shortened(type) },
    })
  }

  /** @throws A2EError when this agent may not send the message. */
  #admit(type: string, message: Message): CatalogEntry {
    if (typeof message['type'] !== 'string')
      throw violation('message', [{ path: ['type'], message: 'must be of type string' }])
    const entry = catalog.get(type)
    if (entry?.reply === undefined) throw new A2EError('unknown_type', `Unknown type ${shortened(type)}`)
    requireCapability(entry, this.#accepted)
    requireMessage(entry, message)
    return entry
  }

  #answerHandshake(id: string, message: Message): void {
    if (this.#state === 'closing') throw shuttingDown()
    const entry = catalog.get('handshake/req')
    if (entry === undefined) return
    requireMessage(entry, message)
    const request = fillIn(entry, message) as unknown as Request<'handshake/req'>
    const side = { sessionId: this.id, proven: this.#link.proven ?? false }
    const { answer, negotiation } = answerHandshake(request, this.#settings, side)
    this.#state = negotiation === undefined ? 'new' : 'open'
    this.#accepted = negotiation?.enabled ?? new Set()
    if (negotiation !== undefined) {
      this.#hasServed = true
      this.#agentId = request.agent_id
    }
    this.#writer.send('handshake/resp', id, answer)
  }

  #serve(entry: CatalogEntry, id: string, message: Message): void {
    const { clock, startedAt, maxQueued } = this.#settings
    if (entry.type === 'ping') {
      this.#writer.send('pong', id, { uptime_seconds: (clock.now() - startedAt) / 1000 })
      return
    }
    if (this.#queue.full) {
      const text = `The session already has ${maxQueued} queued requests`
      throw new A2EError('queue_full', text, { retryable: true, capabilityName: entry.capability })
    }
    const request = fillIn(entry, message)
    const pending = new PendingRequest(entry, id)
    this.#pending.add(pending)
    const limit = timeLimitOf(request, this.#settings)
    const deadline = this.#deadlines.watch(limit, () => {
      const error = tooLate(entry, limit)
      pending.abort(error)
      this.#fail(pending, error)
    })
    pending.onAnswer = () => this.#deadlines.forget(deadline)
    this.#queue.enter(() => {
      // The request may have timed out in the queue.
      if (pending.answered) this.#queue.leave()
      else void this.#run(pending, request)
    })
  }

  async #run(pending: PendingRequest, request: Message): Promise<void> {
    const { registry, log } = this.#settings
    const { entry, id } = pending
    pending.running = true
    try {
      const context = contextOf(this.#side, pending)
      const answer = await dispatch({ entry, request, context }, registry.handlersOf(entry.type))
      this.#finish(pending, () => this.#writer.answer(entry.reply ?? '', id, answer))
    } catch (error) {
      if (!(error instanceof A2EError) && !pending.answered)
        log(`${entry.type} failed: ${error instanceof Error ? error.stack : String(error)}`)
      this.#fail(pending, error)
    }
  }

  #fail(pending: PendingRequest, error: unknown): void {
    const { entry, id } = pending
    this.#finish(pending, () => this.#writer.fail(id, error, entry.capability))
  }

  /** Answers a request, unless it is already answered. */
  #finish(pending: PendingRequest, answer: () => void): void {
    if (!pending.takeAnswer()) return
    this.#pending.delete(pending)
    answer()
    pending.onAnswer?.()
    if (pending.running) this.#queue.leave()
    if (this.#pending.size === 0) this.#drained?.()
  }

  #forPlugins(): PluginSession {
    const agentId = (): string => this.#agentId
    const accepted = (): ReadonlySet<string> => this.#accepted
    return {
      id: this.id,
      get agentId() {
        return agentId()
      },
      get accepted() {
        return accepted()
      },
      signal: this.#stop.signal,
      push: (type, fields) => {
        if (this.#state !== 'open') return false
        this.#writer.sendChecked(type, '', fields)
        return true
      },
    }
  }

  async #end(): Promise<void> {
    const reason = new A2EError('runtime_error', 'The session has ended')
    for (const pending of this.#pending) {
      pending.abort(reason)
      this.#fail(pending, reason)
    }
    this.#state = 'ended'
    this.#writer.close()
    this.#deadlines.close()
    this.#stop.abort(reason)
    this.#link.ended()
    if (!this.#hasServed) return
    const { registry, log } = this.#settings
    for (const plugin of registry.plugins) {
      try {
        await plugin.endSession?.(this.#side.session)
      } catch (error) {
        log(`Plugin ${plugin.name} failed to end the session: ${String(error)}`)
      }
    }
  }
}

/** @throws A2EError `version_mismatch` when a message has another major version. */
function requireVersion(message: Message): void {
  if (!isOtherVersion(message)) return
  throw new A2EError('version_mismatch', 'This host speaks version 1 of A2E', {
    detail: {
      version: shortened(textOf(message, 'version') || textOf(message, 'a2e')),
      supported: [protocolVersion],
    },
  })
}

function shuttingDown(): A2EError {
  return new A2EError('invalid_message', 'The session is shutting down')
}

/** How long a `shutdown` waits for running requests; 10 seconds if omitted, as published. */
function secondsOf({ timeout }: Message): number {
  return typeof timeout === 'number' && timeout >= 0 ? timeout : 10
}

function tooLongId(type: string): A2EError {
  return violation(shortened(type), [{ path: ['id'], message: `must have at most ${longestId} characters` }])
}

/** The beginning of a text of the agent, to limit the length of an answer. */
function shortened(text: string): string {
  return text.slice(0, longestId)
}
