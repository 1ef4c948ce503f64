import {
  anything,
  count,
  type Fields,
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
  amount,
} from '../../core/shape.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { RpcFault } from './wire/rpc-error.ts'
import type { Override, Scenario, Step } from './scenario.ts'
import type { PermissionOption } from './wire/wire.ts'

const object = recordOf(anything)
const yes = oneOf([true])
const whole = shapeOf((data) => Number.isSafeInteger(data), 'must be a whole number')

type StepOf<Word extends Step['step']> = Extract<Step, { step: Word }>

function step<Word extends Step['step']>(fields: Omit<Fields<StepOf<Word>>, 'step'>): Shape {
  return objectOf<StepOf<Word>>({ step: text, ...fields } as Fields<StepOf<Word>>)
}

const nothing = objectOf<{ step: string }>({ step: text })
const words = objectOf<{ step: string; text: string }>({ step: text, text })
const faultFields: Fields<RpcFault> = { code: whole, message: text, data: optional(anything) }
const optionShape = objectOf<PermissionOption>({ optionId: name, name: text, kind: text })

const stepShapes: Record<Step['step'], Shape> = {
  plain: nothing,
  text: words,
  thought: words,
  tool: step<'tool'>({
    title: text,
    name: optional(text),
    kind: optional(text),
    status: optional(text),
    rawInput: optional(anything),
    text: optional(text),
  }),
  update: step<'update'>({ update: object }),
  permission: step<'permission'>({
    title: optional(text),
    kind: optional(text),
    rawInput: optional(anything),
    options: listOf(optionShape),
  }),
  usage: step<'usage'>({
    used: count,
    size: count,
    cost: optional(objectOf<{ amount: number; currency: string }>({ amount, currency: text })),
    turn: optional(object),
  }),
  delay: step<'delay'>({ milliseconds: count }),
  flood: step<'flood'>({ count, text }),
  crash: step<'crash'>({ exitCode: optional(count), signal: optional(name) }),
  hang: nothing,
  garbage: step<'garbage'>({ text: optional(text) }),
  partial: step<'partial'>({ text: optional(text), bytes: optional(count) }),
  'wrong-id': nothing,
  'duplicate-answer': nothing,
  'late-update': step<'late-update'>({ text, count: optional(count) }),
  stderr: words,
  grandchild: nothing,
  error: objectOf<{ step: string } & RpcFault>({ step: text, ...faultFields }),
  stop: step<'stop'>({ stopReason: text }),
  'end-turn-empty': nothing,
  elicit: step<'elicit'>({ message: text, form: optional(object), url: optional(name) }),
  'ask-client': step<'ask-client'>({ method: name, params: optional(object) }),
  'unknown-notification': step<'unknown-notification'>({ method: optional(name), params: optional(object) }),
  listen: nothing,
  'ignore-cancel': nothing,
}

const steps = listOf(variantOf('step', stepShapes))
const overrideFields: Fields<Override> = {
  delay: optional(count),
  hang: optional(yes),
  error: optional(objectOf<RpcFault>(faultFields)),
  extra: optional(object),
}
const overrideShape = objectOf<Override>(overrideFields)

const scenarioShape = objectOf<Scenario>({
  initialize: optional(
    objectOf<NonNullable<Scenario['initialize']>>({ ...overrideFields, agentCapabilities: optional(object) }),
  ),
  sessionNew: optional(overrideShape),
  onSessionNew: optional(steps),
  answers: optional(recordOf((data, path) => (data === 'unknown' ? [] : overrideShape(data, path)))),
  authentication: optional(listOf(objectOf<{ id: string; name: string }>({ id: name, name: text }))),
  prompts: optional(listOf(steps)),
  only: optional(name),
  repeat: optional(yes),
  onCancel: optional(steps),
  stubborn: optional(yes),
})

/**
 * Reads a scenario from the text of its file.
 * @throws ValidationError with every issue.
 */
export function parseScenario(source: string): Scenario {
  let data: unknown
  try {
    data = JSON.parse(source)
  } catch (cause) {
    throw new ValidationError(`The scenario is not JSON: ${(cause as Error).message}`, [], { cause })
  }
  const issues = scenarioShape(data, [])
  if (issues.length === 0) return data as Scenario
  const lines = issues.map(({ path, message }) => `${path.join('.') || 'it'} ${message}`)
  throw new ValidationError(`Invalid scenario: ${lines.join('; ')}`, issues, {
    hint: 'The steps and their fields are described in src/testing/sim/scenario.ts.',
  })
}
