import {
  amount,
  anything,
  count,
  type Fields,
  isRecord,
  listOf,
  name,
  objectOf,
  oneOf,
  optional,
  recordOf,
  type Shape,
  shapeOf,
  text,
  variantOf,
} from '../../../core/shape.ts'
import { ValidationError } from '../../../core/validation-error.ts'
import type { ModelScript, ModelStep } from './script.ts'

type StepOf<Word extends ModelStep['step']> = Extract<ModelStep, { step: Word }>

function step<Word extends ModelStep['step']>(fields: Omit<Fields<StepOf<Word>>, 'step'>): Shape {
  return objectOf<StepOf<Word>>({ step: text, ...fields } as Fields<StepOf<Word>>)
}

const words = objectOf<{ step: string; text: string }>({ step: text, text })
const nothing = objectOf<{ step: string }>({ step: text })
const status = shapeOf(
  (data) => Number.isSafeInteger(data) && (data as number) >= 400 && (data as number) <= 599,
  'must be a status from 400 to 599',
)
const pattern = shapeOf((data) => data instanceof RegExp, 'must be text or a pattern')

const stepShapes: Record<ModelStep['step'], Shape> = {
  text: words,
  thinking: words,
  tool: step<'tool'>({
    use: (data, path) => (typeof data === 'string' ? name : pattern)(data, path),
    input: optional(recordOf(anything)),
    parallel: optional(oneOf([true])),
    optional: optional(oneOf([true])),
  }),
  json: step<'json'>({ value: optional(anything) }),
  error: step<'error'>({
    status,
    message: optional(text),
    retryAfter: optional(amount),
    times: optional(count),
  }),
  delay: step<'delay'>({ milliseconds: amount }),
  hang: nothing,
  disconnect: step<'disconnect'>({ times: optional(count) }),
  usage: step<'usage'>({
    input: count,
    output: count,
    thinking: optional(count),
    cacheRead: optional(count),
    cacheWrite: optional(count),
  }),
}

const when = shapeOf(
  (data) => typeof data === 'string' || typeof data === 'function' || data instanceof RegExp,
  'must be text, a pattern or a function',
)
const scriptShape = objectOf<ModelScript>({
  when: optional(when),
  steps: listOf(variantOf('step', stepShapes), { atLeast: 1 }),
})

/** Throws a {@link ValidationError} with every issue of a script. */
export function checkScript(script: unknown): void {
  const issues = scriptShape(script, [])
  if (issues.length === 0) return
  const steps = isRecord(script) ? 'Name each step in `step`' : 'Write a script as `{ when, steps }`'
  throw new ValidationError('Invalid script for the model provider', issues, {
    hint: `${steps}; see docs/model-provider.md.`,
  })
}
