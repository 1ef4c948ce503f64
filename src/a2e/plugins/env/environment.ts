import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'
import { ValidationError } from '../../../core/validation-error.ts'

/** Where an episode stands, as JSON. It is never changed: a step makes a new one. */
export type EnvironmentState = Readonly<Record<string, unknown>>

/** What a step came to. */
export interface EnvironmentStep<State extends EnvironmentState> {
  state: State
  reward: number
  /** Whether the episode has come to its end. */
  done?: boolean
  /** Whether it was ended before that, by a limit. */
  truncated?: boolean
  /** More about it. */
  info?: Record<string, unknown>
}

/** A world that an agent acts in. All three functions are pure: an episode is its state and nothing else. */
export interface Environment<State extends EnvironmentState = EnvironmentState> {
  readonly name: string
  readonly description?: string
  /** A JSON Schema: what an action must be. It is checked before a step. */
  readonly actionSpace: JsonSchema
  /** A JSON Schema: what a state is. */
  readonly stateSchema: JsonSchema
  /** The first state. The same seed and options give the same one. */
  reset(start: { seed: number; options: Readonly<Record<string, unknown>> }): State
  step(state: State, action: Readonly<Record<string, unknown>>): EnvironmentStep<State>
  /** Shows a state, by the mode asked for. */
  readonly render?: Readonly<Record<string, (state: State) => unknown>>
}

/**
 * Checks an environment and returns it, for a plugin.
 * @throws ValidationError without a name.
 */
export function defineEnvironment<State extends EnvironmentState>(
  environment: Environment<State>,
): Environment {
  if (environment.name === '') {
    throw new ValidationError('The environment’s name must not be empty', [
      { path: ['name'], message: 'must not be empty' },
    ])
  }
  // Its states come from itself only.
  return environment as unknown as Environment
}
