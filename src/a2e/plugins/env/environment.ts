import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'
import { ValidationError } from '../../../core/validation-error.ts'

/** The state of an episode, as JSON. Immutable: a step returns a new state. */
export type EnvironmentState = Readonly<Record<string, unknown>>

/** The result of a step. */
export interface EnvironmentStep<State extends EnvironmentState> {
  state: State
  reward: number
  /** Whether the episode has reached its end. */
  done?: boolean
  /** Whether a limit ended the episode early. */
  truncated?: boolean
  /** Additional information. */
  info?: Record<string, unknown>
}

/** A world that an agent acts in. `reset`, `step` and `render` must be pure: the state alone determines an episode. */
export interface Environment<State extends EnvironmentState = EnvironmentState> {
  readonly name: string
  readonly description?: string
  /** The JSON Schema of an action; checked before each step. */
  readonly actionSpace: JsonSchema
  /** The JSON Schema of a state. */
  readonly stateSchema: JsonSchema
  /** The first state. The same seed and options must return the same state. */
  reset(start: { seed: number; options: Readonly<Record<string, unknown>> }): State
  step(state: State, action: Readonly<Record<string, unknown>>): EnvironmentStep<State>
  /** Functions that render a state, by render mode. */
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
  // The plugin passes an environment only its own states.
  return environment as unknown as Environment
}
