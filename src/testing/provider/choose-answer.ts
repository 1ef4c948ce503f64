import { ValidationError } from '../../core/validation-error.ts'
import type { Answer } from './answer.ts'
import type { Standing } from './conversation.ts'
import type { Failures } from './failures.ts'
import type { ModelRequest } from './model-request.ts'
import { scriptedAnswer, sideAnswer } from './plan-answer.ts'
import { stepsInPrompt } from './prompt-marks.ts'
import type { AnsweredBy } from './script/recording.ts'
import { type AskedRequest, type Fault, fits, type ModelScript, type ModelStep } from './script/script.ts'

/** The state that decides about an answer, besides the request itself. */
export interface ChoiceContext {
  /** The newest first. */
  scripts: readonly ModelScript[]
  toolless: 'side' | 'turn'
  failures: Failures
  standing: Standing
}

/** Finds the answer to a model request, and its source. */
export function chooseAnswer(
  request: ModelRequest,
  context: ChoiceContext,
): { by: AnsweredBy; outcome: Answer | Fault } {
  const { standing, failures } = context
  try {
    const steps = stepsFor(request, context)
    if (isSide(request, steps, context.toolless)) return { by: 'side', outcome: sideAnswer(request) }
    const outcome = scriptedAnswer(request, { steps, standing, failures })
    return { by: steps.length === 0 ? 'usual' : 'script', outcome }
  } catch (error) {
    return { by: 'none', outcome: { status: 400, message: `The script cannot be read: ${reasonOf(error)}` } }
  }
}

function stepsFor(request: ModelRequest, { scripts, standing }: ChoiceContext): readonly ModelStep[] {
  const { wire, path, model, tools, body } = request
  const asked: AskedRequest = {
    wire,
    path,
    model,
    prompt: standing.prompt,
    tools: tools.map(({ name }) => name),
    body,
  }
  return scripts.find((script) => fits(script, asked))?.steps ?? stepsInPrompt(standing.prompt)
}

/** Side requests of agents also contain the prompt; they have a schema or no tools, and scripts skip them. */
function isSide(
  { schema, tools }: ModelRequest,
  steps: readonly ModelStep[],
  toolless: 'side' | 'turn',
): boolean {
  if (schema !== undefined) return !steps.some(({ step }) => step === 'json')
  return tools.length === 0 && toolless === 'side'
}

function reasonOf(error: unknown): string {
  if (error instanceof ValidationError) {
    return error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join(', ')
  }
  return error instanceof Error ? error.message : String(error)
}
