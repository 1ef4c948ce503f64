import type { Scenario, Step } from './scenario.ts'
import type { Script } from './script.ts'
import { doers } from './steps.ts'
import { Turn, type TurnContext } from './turn.ts'
import { TurnControl } from './turn-control.ts'
import type { TurnOutcome } from './turn-outcome.ts'
import type { Block } from './wire/wire.ts'

/** Returns the steps of each prompt, in order. */
export class ScenarioPrompts {
  readonly #prompts: readonly Step[][]
  readonly #repeat: boolean
  readonly #only: string
  /** The steps after a cancel. */
  readonly onCancel: readonly Step[]
  #next = 0

  constructor({ prompts = [], only = '', repeat, onCancel = [] }: Scenario) {
    this.#prompts = prompts
    this.#repeat = repeat === true
    this.#only = only
    this.onCancel = onCancel
  }

  /** The steps of the next prompt; undefined if the sim executes the prompt itself. */
  next(prompt: readonly Block[]): readonly Step[] | undefined {
    if (!JSON.stringify(prompt).includes(this.#only)) return undefined
    const at = this.#repeat ? this.#next % Math.max(this.#prompts.length, 1) : this.#next
    this.#next++
    return this.#prompts[at]
  }
}

/** Follows a script to its end. */
export async function followSteps(
  turn: Turn,
  steps: readonly Step[],
  prompt: readonly Block[],
): Promise<TurnOutcome> {
  const script: Script = { turn, prompt, end: { late: [] } }
  for (const step of steps) {
    turn.signal.throwIfAborted()
    const outcome = await follow(step, script)
    if (outcome) return { ...script.end, ...outcome }
  }
  turn.endMessage()
  return { stopReason: 'end_turn', ...script.end }
}

/** The steps before the response to a new session. */
export async function runEarlySteps(
  context: Omit<TurnContext, 'control'> & { scenario: Scenario },
): Promise<void> {
  const turn = new Turn({ ...context, control: new TurnControl() })
  await followSteps(turn, context.scenario.onSessionNew ?? [], [])
}

function follow<Word extends Step['step']>(
  step: Extract<Step, { step: Word }>,
  script: Script,
): Promise<TurnOutcome | void> | TurnOutcome | void {
  return doers[step.step](step, script)
}
