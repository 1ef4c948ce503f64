import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import type { Clock } from '../../core/clock.ts'
import { excerptOf } from '../../core/text/excerpt.ts'
import type { ActionDefinition, ActionErrorCode, ActionResult } from '../action.ts'
import type { AgentIdentity } from '../identity.ts'
import type { InvocationRecord, SessionStore } from '../store/session-store.ts'
import { whyDenied } from './action-rights.ts'
import { type ActionIssue, asJson, checkValue, issueText } from './action-values.ts'

const defaultTimeout = 60_000

export interface InvocationOptions {
  id: string
  /** The requested name, registered or not. */
  name: string
  action: ActionDefinition | undefined
  caller: AgentIdentity
  input: unknown
  /** Stored so that the same key returns the same result. */
  idempotencyKey?: string
  /** The key belongs to another request. */
  isConflict: boolean
  /** Each of these cancels the invocation. */
  signals: readonly AbortSignal[]
  clock: Clock
  store: Pick<SessionStore, 'putInvocation'>
  /** Resolves when what `work` wrote is durable. */
  durably: (work: () => void) => Promise<void>
  emit: (event: AgentSessionEvent) => void
  onUnchecked: (keywords: readonly string[]) => void
  /** Receives the error of a policy that threw. */
  onPolicyFailure: (error: unknown) => void
}

type Failure = { code: ActionErrorCode; message: string; issues?: readonly ActionIssue[] }
type Outcome = { output: unknown } | Failure

/** One invocation: authorize, validate the input, run within the timeout, validate the output. */
export class Invocation {
  readonly #options: InvocationOptions
  /** Aborted on timeout or when the caller disconnects. */
  readonly #stop = new AbortController()
  readonly #startedAt: number

  constructor(options: InvocationOptions) {
    this.#options = options
    this.#startedAt = options.clock.now()
  }

  get id(): string {
    return this.#options.id
  }

  get action(): string {
    return this.#options.name
  }

  get input(): unknown {
    return this.#options.input
  }

  get idempotencyKey(): string | undefined {
    return this.#options.idempotencyKey
  }

  async run(): Promise<ActionResult> {
    const { id: invocationId, emit } = this.#options
    const action = excerptOf(this.#options.name)
    emit({ type: 'action.invoked', action, invocationId })
    const outcome = await this.#limited()
    const endedAt = this.#options.clock.now()
    if ('output' in outcome) {
      const { output } = outcome
      const durationMs = endedAt - this.#startedAt
      await this.#options.durably(() => {
        this.#keep({ status: 'completed', output, endedAt })
        emit({ type: 'action.completed', action, invocationId, durationMs })
      })
      return { action: this.#options.name, invocationId, ok: true, output, durationMs }
    }
    const { code, message } = outcome
    const isDenied = code === 'action_denied'
    this.#keep({ status: isDenied ? 'denied' : 'failed', error: { code, message }, endedAt })
    emit(
      isDenied
        ? { type: 'action.denied', action, invocationId, reason: message }
        : {
            type: 'action.failed',
            action,
            invocationId,
            error: `${code}: ${message}`,
            retryable: code === 'action_timeout',
          },
    )
    return { action: this.#options.name, invocationId, ok: false, error: outcome }
  }

  /** The timeout covers the policy and the handler. */
  async #limited(): Promise<Outcome> {
    const { action, name, clock, signals } = this.#options
    if (action === undefined)
      return { code: 'action_not_found', message: `Unknown action ${excerptOf(name)}` }
    const { timeoutMs = defaultTimeout } = action
    const over = new AbortController()
    const given = new Promise<Outcome>((resolve) => {
      const giveUp = (): void => resolve({ code: 'action_failed', message: `${name} was canceled` })
      for (const signal of signals) {
        if (signal.aborted) giveUp()
        else signal.addEventListener('abort', giveUp, { once: true, signal: over.signal })
      }
    })
    const late = clock.sleep(timeoutMs, over.signal).then(
      (): Outcome => ({ code: 'action_timeout', message: `${name} took longer than ${timeoutMs} ms` }),
      // Another outcome came first.
      (): Promise<Outcome> => given,
    )
    const outcome = await Promise.race([given, late, this.#perform(action)])
    over.abort()
    this.#stop.abort()
    return outcome
  }

  async #perform(action: ActionDefinition): Promise<Outcome> {
    const { id, caller, input, isConflict, idempotencyKey } = this.#options
    const context = { invocationId: id, caller, signal: this.#stop.signal }
    const asked = { ...context, input: asJson(input)?.value }
    const denied = await whyDenied(action, asked, this.#options.onPolicyFailure)
    if (denied !== undefined) return { code: 'action_denied', message: denied }
    if (isConflict)
      return { code: 'invalid_input', message: 'The idempotency key was already used for another request' }
    const wrong = await this.#check('input', { value: input, action })
    if (wrong !== undefined) return wrong
    if (this.#stop.signal.aborted) return { code: 'action_failed', message: `${action.name} was canceled` }
    // Stored before it runs, so that a crash is not mistaken for an unused key.
    if (idempotencyKey !== undefined) await this.#options.durably(() => this.#keep({ status: 'invoked' }))
    try {
      const json = asJson(await action.handler(input, context))
      if (json === undefined)
        return { code: 'invalid_output', message: `The output of ${action.name} is not JSON` }
      return (await this.#check('output', { value: json.value, action })) ?? { output: json.value }
    } catch (error) {
      return { code: 'action_failed', message: error instanceof Error ? error.message : String(error) }
    }
  }

  async #check(
    side: 'input' | 'output',
    { value, action }: { value: unknown; action: ActionDefinition },
  ): Promise<Failure | undefined> {
    const schema = side === 'input' ? action.inputSchema : action.outputSchema
    const { issues, unchecked } = await checkValue(schema, value)
    if (unchecked.length > 0) this.#options.onUnchecked(unchecked)
    if (issues.length === 0) return undefined
    const message = issueText(`The ${side} of ${action.name} does not match its schema`, issues)
    return { code: `invalid_${side}`, message, issues }
  }

  #keep(change: Pick<InvocationRecord, 'status' | 'output' | 'error' | 'endedAt'>): void {
    const { id, name, caller, input, idempotencyKey, store } = this.#options
    store.putInvocation({
      id,
      action: excerptOf(name),
      caller: caller.id,
      // The input of a denied caller is not stored.
      input: change.status === 'denied' ? null : (asJson(input)?.value ?? null),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      startedAt: this.#startedAt,
      ...change,
    })
  }
}
