import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { readBody } from '../core/http/read-body.ts'
import { ignore } from '../core/ignore.ts'
import { codingOf, decodedBytes, decoderOf } from '../core/http/body-codings.ts'
import { apiError } from './error-answers.ts'
import { LocalAddressError } from './hosts/guarded-lookup.ts'
import { shownTarget } from './hosts/target.ts'
import { KeyCover } from './key-cover.ts'
import type { UnlockedRequest } from './keys.ts'
import { connectionFailure } from './provider-failures.ts'
import type { RunningExchange, ProxyContext, Route } from './proxy-context.ts'
import { refusalText, sendJson, sendText } from './refusal.ts'
import { answerHeaders, wholeBodyHeaders } from './request-headers.ts'
import { askingForUsage, canAskForUsage } from './requested-usage.ts'
import type { RunningCall } from './running-call.ts'
import type { UpstreamRequestOptions } from './upstream/upstream-agent.ts'

export interface ExchangeOptions {
  readonly incoming: IncomingMessage
  readonly response: ServerResponse
  readonly route: Route
  readonly unlocked: UnlockedRequest
  /** Absent for a request that no model answers. */
  readonly call: RunningCall | undefined
  readonly context: ProxyContext
}

/** How much of a request is kept to send it again on a new connection. */
const maxKept = 8 * 1024 * 1024
/** A chat request that may have to ask for usage is read as a whole. */
const maxChat = 64 * 1024 * 1024
const maxHeaderSize = 64 * 1024
/** Characters that a status line may not hold. */
const unwritable = /[^\t -~\u0080-\u00ff]/g

/** As `pipe`, in one listener: a second one for the copy would cost as much again for each event of a stream. */
function passOn(answer: IncomingMessage, to: Writable, onChunk: (chunk: Buffer) => void): void {
  answer.on('data', (chunk: Buffer) => {
    onChunk(chunk)
    if (to.write(chunk)) return
    answer.pause()
    to.once('drain', () => answer.resume())
  })
  answer.on('end', () => to.end())
}

/** One request and its answer, which flow through in both directions. */
export class Exchange implements RunningExchange {
  readonly #options: ExchangeOptions
  #outgoing: ClientRequest | undefined
  #answer: IncomingMessage | undefined
  /** The body so far, until the answer begins. */
  #kept: Buffer[] | undefined = []
  #keptLength = 0
  #isDone = false

  constructor(options: ExchangeOptions) {
    this.#options = options
  }

  start(): void {
    const { incoming, response, call, context, route } = this.#options
    context.running.add(this)
    incoming.on('error', ignore)
    response.on('error', ignore)
    response.on('close', () => this.#onClientClosed())
    if (call?.api === 'openai-completions' && canAskForUsage(route.target)) {
      void this.#sendChat(call)
      return
    }
    this.#send(this.#options.unlocked.headers)
    incoming.on('data', (chunk: Buffer) => this.#keep(chunk))
    if (call !== undefined) this.#watchRequest(call)
    if (this.#outgoing !== undefined) incoming.pipe(this.#outgoing)
  }

  get route(): Route {
    return this.#options.route
  }

  /** Ends the exchange, because its host is no longer allowed. */
  cut(): void {
    this.#finish()
    this.#options.call?.cancel()
    this.#options.response.destroy()
    this.#outgoing?.destroy()
  }

  /** Cuts a model call. An answer that has not begun is an error, which agents do not retry. */
  halt(): void {
    const { call, response, context } = this.#options
    if (call === undefined || this.#isDone) return
    // First: the report of the call may halt the proxy again.
    this.#finish()
    call.halt()
    const message = context.haltMessage() ?? ''
    if (response.headersSent) response.destroy()
    else sendJson(response, 400, apiError(call.api, { status: 400, message }))
    this.#outgoing?.destroy()
  }

  #watchRequest(call: RunningCall): void {
    const { incoming } = this.#options
    const coding = codingOf(incoming.headers)
    const decoder = coding === undefined ? undefined : decoderOf(coding)
    if (decoder === undefined) {
      incoming.once('end', () => call.begin())
      if (coding === undefined) incoming.on('data', (chunk: Buffer) => call.readRequest(chunk))
      return
    }
    call.readWith(decoder)
    let length = 0
    decoder.on('data', (chunk: Buffer) => {
      call.readRequest(chunk)
      length += chunk.length
      if (length > maxChat) decoder.destroy()
    })
    decoder.on('error', ignore)
    decoder.on('close', () => call.begin())
    incoming.on('data', (chunk: Buffer) => decoder.write(chunk))
    incoming.once('end', () => decoder.end())
    incoming.once('close', () => {
      if (!incoming.complete) decoder.destroy()
    })
  }

  async #sendChat(call: RunningCall): Promise<void> {
    const { incoming, response, unlocked } = this.#options
    const body = await readBody(incoming, maxChat)
    if (this.#isDone) return
    if ('refused' in body) {
      call.cancel()
      sendText(response, 413, 'Capstan does not pass on chat requests of more than 64 MB.\n')
      return
    }
    const coding = codingOf(incoming.headers)
    const plain = coding === undefined ? body.bytes : await decodedBytes(body.bytes, { coding, max: maxChat })
    if (this.#isDone) return
    if (plain === undefined) {
      call.cancel()
      sendText(response, 415, 'Capstan cannot decode this chat request.\n')
      return
    }
    call.readRequest(plain)
    call.begin()
    const bytes = askingForUsage(plain)
    this.#kept = [bytes]
    this.#send(wholeBodyHeaders(unlocked.headers, bytes.length))
    this.#outgoing?.end(bytes)
  }

  #send(headers: readonly string[], { isRetry = false } = {}): void {
    const { incoming, route, unlocked, context } = this.#options
    const company = route.target.isSecure ? undefined : context.agent.companyFor(route)
    const login = company?.authorization === undefined ? [] : ['Proxy-Authorization', company.authorization]
    const options: UpstreamRequestOptions = {
      method: incoming.method ?? 'GET',
      path: company === undefined ? unlocked.path : `http://${shownTarget(route.target)}${unlocked.path}`,
      headers: [...headers, ...login],
      agent: isRetry ? context.freshAgent : context.agent,
      maxHeaderSize,
      plan: route,
    }
    try {
      const outgoing = request(options)
      this.#outgoing = outgoing
      outgoing.on('response', (answer) => this.#onAnswer(answer))
      outgoing.on('error', (error) => {
        if (this.#outgoing === outgoing) this.#onFailed(error, () => this.#retry(headers))
      })
      // Node ends a request without an error if the server switches to another protocol.
      outgoing.on('close', () => {
        if (this.#outgoing === outgoing) this.#onFailed(new Error('no answer'), () => false)
      })
    } catch (error) {
      this.#onFailed(error as Error, () => false)
    }
  }

  /** A server may close an idle connection while the next request is on its way: that request is sent again. */
  #retry(headers: readonly string[]): boolean {
    const { incoming } = this.#options
    const kept = this.#kept
    if (this.#outgoing?.reusedSocket !== true || kept === undefined) return false
    this.#send(headers, { isRetry: true })
    const outgoing = this.#outgoing
    for (const chunk of kept) outgoing.write(chunk)
    if (incoming.readableEnded) outgoing.end()
    else incoming.pipe(outgoing)
    return true
  }

  #onAnswer(answer: IncomingMessage): void {
    const { response, call, unlocked } = this.#options
    this.#kept = undefined
    answer.on('error', ignore)
    if (this.#isDone) {
      answer.destroy()
      return
    }
    // Node reads status lines that it does not write.
    const { statusCode = 0, statusMessage = '' } = answer
    if (statusCode < 200) {
      answer.destroy()
      this.#onFailed(new Error(`status ${statusCode}`), () => false)
      return
    }
    this.#answer = answer
    response.sendDate = false
    const cover = new KeyCover(unlocked.keys)
    const reason = cover.text(statusMessage.replaceAll(unwritable, ''))
    const headers = answerHeaders(answer.rawHeaders, answer.headers.connection)
    response.writeHead(
      statusCode,
      reason,
      headers.map((text) => cover.text(text)),
    )
    call?.begin()
    const onChunk = call?.watch(answer)
    let hasBody = false
    answer.on('close', () => this.#onAnswerClosed(answer))
    const covered = cover.stream()
    if (covered !== undefined) covered.pipe(response)
    passOn(answer, covered ?? response, (chunk) => {
      hasBody = true
      onChunk?.(chunk)
    })
    // Usually the first bytes arrive with the headers and are written together.
    setImmediate(() => {
      if (!hasBody && !response.writableEnded && !response.destroyed) response.flushHeaders()
    })
  }

  #onAnswerClosed(answer: IncomingMessage): void {
    const { response, call } = this.#options
    if (this.#isDone) return
    this.#finish()
    if (answer.complete) {
      call?.end()
      return
    }
    call?.cut()
    response.destroy()
  }

  #onClientClosed(): void {
    if (this.#isDone) return
    const isServed = this.#answer?.complete === true && this.#options.response.writableFinished
    this.#finish()
    if (isServed) this.#options.call?.end()
    else this.#options.call?.cancel()
    this.#outgoing?.destroy()
  }

  #onFailed(error: NodeJS.ErrnoException, retry: () => boolean): void {
    const { response, call, route, context, incoming } = this.#options
    if (this.#isDone || this.#answer !== undefined) return
    if ((error.code === 'ECONNRESET' || error.code === 'EPIPE') && retry()) return
    this.#finish()
    const { target } = route
    const host = shownTarget(target)
    call?.begin()
    if (error instanceof LocalAddressError) {
      call?.fail({
        code: 'PROVIDER_ERROR',
        message: `${host} is an address of this machine`,
        retryable: false,
      })
      const [path = '/'] = (incoming.url ?? '/').split('?', 1)
      context.onBlocked({ host: target.host, port: target.port, path, reason: 'local-address' })
      sendText(response, 403, refusalText(target, 'local-address'))
      return
    }
    const failure = connectionFailure(host, error)
    call?.fail(failure)
    if (call === undefined) sendText(response, 502, `${failure.message}\n`)
    else sendJson(response, 502, apiError(call.api, { status: 502, message: failure.message }))
  }

  #keep(chunk: Buffer): void {
    if (this.#kept === undefined) return
    this.#kept.push(chunk)
    this.#keptLength += chunk.length
    if (this.#keptLength > maxKept) this.#kept = undefined
  }

  #finish(): void {
    this.#isDone = true
    this.#kept = undefined
    this.#options.context.running.delete(this)
  }
}
