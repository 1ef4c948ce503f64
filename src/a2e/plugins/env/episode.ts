import { checkJsonSchema } from '../../../core/json-schema/check-json-schema.ts'
import { A2EError } from '../../a2e-error.ts'
import type { EnvObservation } from '../../messages/message-fields.ts'
import type { Environment, EnvironmentState } from './environment.ts'

/** A recorded step, for training. */
export interface Transition {
  step_num: number
  state: EnvironmentState
  action: Readonly<Record<string, unknown>>
  reward: number
  next_state: EnvironmentState
  done: boolean
  truncated: boolean
}

export interface EpisodeOptions {
  id: string
  environment: Environment
  seed: number
  options: Readonly<Record<string, unknown>>
  /** Seconds since 1970. */
  createdAt: number
}

/** How many of the last steps to keep. */
const mostTransitions = 1000

/** One episode of an environment, starting with its reset. */
export class Episode {
  readonly id: string
  readonly environment: Environment
  readonly seed: number
  readonly transitions: Transition[] = []
  readonly #createdAt: number
  #state: EnvironmentState
  #steps = 0
  #last: Pick<EnvObservation, 'done' | 'truncated' | 'reward' | 'metadata'> = {
    done: false,
    truncated: false,
    reward: 0,
    metadata: {},
  }

  constructor({ id, environment, seed, options, createdAt }: EpisodeOptions) {
    this.id = id
    this.environment = environment
    this.seed = seed
    this.#createdAt = createdAt
    this.#state = environment.reset({ seed, options })
  }

  get state(): EnvironmentState {
    return this.#state
  }

  observe(): EnvObservation {
    return {
      episode_id: this.id,
      step_num: this.#steps,
      state: this.#state,
      created_at: this.#createdAt,
      ...this.#last,
    }
  }

  /**
   * Checks that the episode can take an action.
   * @throws A2EError `unknown_action` for an action outside the action space, `runtime_error` when the episode is over.
   */
  requireAction(action: Readonly<Record<string, unknown>>): void {
    if (this.#last.done === true || this.#last.truncated === true) {
      throw new A2EError('runtime_error', 'The episode is over', {
        detail: { episode_id: this.id, step_num: this.#steps },
        capabilityName: 'env',
        hint: 'Send env/reset/req to start a new episode.',
      })
    }
    const { issues } = checkJsonSchema(this.environment.actionSpace, action)
    if (issues.length === 0) return
    throw new A2EError('unknown_action', `${this.environment.name} has no such action`, {
      detail: { action, issues, action_space: this.environment.actionSpace },
      capabilityName: 'env',
    })
  }

  step(action: Readonly<Record<string, unknown>>): EnvObservation {
    this.requireAction(action)
    const before = this.#state
    const {
      state,
      reward,
      done = false,
      truncated = false,
      info = {},
    } = this.environment.step(before, action)
    this.#state = state
    this.#steps += 1
    this.#last = { done, truncated, reward, metadata: info }
    const step_num = this.#steps
    this.transitions.push({ step_num, state: before, action, reward, next_state: state, done, truncated })
    if (this.transitions.length > mostTransitions) this.transitions.shift()
    return this.observe()
  }
}
