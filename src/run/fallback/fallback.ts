import { supportOf } from '../../capabilities/profile.ts'
import type { AgentChangedEvent, AgentChangeReason } from '../../events/agent.ts'
import type { AgentEvent } from '../../events/event.ts'
import { errorDetail } from '../api/error-detail.ts'
import { coolDownOf } from '../choice/cool-downs.ts'
import type { ValidatedRun } from '../validate/validate.ts'
import { briefedPrompt } from './briefing.ts'
import { switchReasonOf } from './switch-reason.ts'
import { WorkDone } from './work-done.ts'

/** The next agent of a run. */
export interface NextAgent {
  readonly validated: ValidatedRun
  readonly event: AgentChangedEvent
  /** Changes the prompt for this agent. */
  readonly brief: (prompt: string) => string
}

export interface FallbackOptions {
  /** The agents in order; the first one starts, unless it has a cool-down. */
  readonly agents: readonly [ValidatedRun, ...ValidatedRun[]]
  /** Whether Capstan chose the first agent. */
  readonly isChosen: boolean
}

/**
 * Decides which agent works on the prompt of a run. Another agent takes over only if that repeats nothing: the previous
 * one did no work with effects, or the caller allows it and the next one gets a summary.
 */
export class Fallback {
  readonly #others: ValidatedRun[]
  readonly #changes: AgentChangedEvent[] = []
  #current: ValidatedRun
  #work = new WorkDone()

  constructor({ agents, isChosen }: FallbackOptions) {
    const [first] = agents
    const ready = agents.findIndex((one) => coolDownFor(one) === undefined)
    // If every agent has a cool-down, the first one is asked anyway.
    this.#current = agents[ready] ?? first
    this.#others = agents.slice(Math.max(0, ready) + 1)
    const until = ready > 0 ? coolDownFor(first)?.until : undefined
    const change = { previousAgent: first.options.agent, ...(until === undefined ? {} : { until }) }
    if (ready > 0) this.#changes.push(changeTo(this.#current, 'cool-down', change))
    else if (isChosen) this.#changes.push(changeTo(this.#current, 'chosen'))
  }

  /** The agent that works on the prompt. */
  get current(): ValidatedRun {
    return this.#current
  }

  /** Every change of the agent, in order; the last one is about the current agent. */
  get changes(): readonly AgentChangedEvent[] {
    return this.#changes
  }

  observe(event: AgentEvent): void {
    this.#work.observe(event)
  }

  /** The agent to continue with after an error in the first turn; undefined if the run fails. */
  next(error: unknown, { isPrompted }: { isPrompted: boolean }): NextAgent | undefined {
    const reason = switchReasonOf(error)
    if (reason === undefined || (isPrompted && !this.#mayRepeat(reason))) return undefined
    const previous = this.#current
    const refused = coolDownFor(previous)
    const at = this.#others.findIndex((one) => coolDownFor(one) === undefined)
    const validated = this.#others[at]
    if (validated === undefined) return undefined
    this.#others.splice(0, at + 1)
    const { steps } = this.#work
    const { agent } = previous.options
    const event = changeTo(validated, reason, {
      previousAgent: agent,
      error: errorDetail(error),
      ...(refused?.reason === reason ? { until: refused.until } : {}),
      ...(steps.length === 0 ? {} : { briefed: true }),
    })
    this.#changes.push(event)
    this.#current = validated
    this.#work = new WorkDone()
    return {
      validated,
      event,
      brief: (prompt) => (steps.length === 0 ? prompt : briefedPrompt(prompt, { agent, steps })),
    }
  }

  /**
   * Whether another agent can get a prompt that the current one already has. A refusal follows everything the agent
   * reported; a process that crashes may have left out its last work, so then the model must not have answered at all.
   */
  #mayRepeat(reason: AgentChangeReason): boolean {
    if (this.#current.options.fallbackAfterEffects === true || reason === 'not-installed') return true
    if (!reportsWork(this.#current)) return false
    return reason === 'crash' ? !this.#work.hasAnswered : !this.#work.hasEffects
  }
}

/** Whether the agent reports its work when it begins it. Some command lines print everything at the end. */
function reportsWork({ transport, profile }: ValidatedRun): boolean {
  return transport === 'acp' || supportOf(profile, 'output.text-streaming') === 'supported'
}

function coolDownFor({ definition, options: { env } }: ValidatedRun): ReturnType<typeof coolDownOf> {
  return coolDownOf({ definition, env })
}

function changeTo(
  { options: { agent, model } }: ValidatedRun,
  reason: AgentChangeReason,
  rest: Partial<AgentChangedEvent> = {},
): AgentChangedEvent {
  return { type: 'agent.changed', agent, ...(model === undefined ? {} : { model }), reason, ...rest }
}
