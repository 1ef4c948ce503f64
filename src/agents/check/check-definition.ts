import { ValidationError, type ValidationIssue } from '../../core/validation-error.ts'
import { agentIdForm } from '../definition/agent-id.ts'
import { pattern, reader, support, texts } from './common-shapes.ts'
import {
  chosenProviderShape,
  folderProgramShape,
  policyShape,
  providerShape,
  thinkingShape,
} from './control-shapes.ts'
import type {
  AgentAuth,
  AgentDefinition,
  AgentMaker,
  Impostor,
  LoginCheck,
  LoginExpiry,
  SettingsPattern,
} from '../definition/definition.ts'
import type { ObservedFact, ObservedFacts } from '../definition/definition-observed.ts'
import { factsShape } from './fact-shapes.ts'
import { homeShape } from './home-shapes.ts'
import { modelListShape, modelQuestionShape } from './model-shapes.ts'
import {
  type Fields,
  listOf,
  name,
  objectOf,
  oneOf,
  optional,
  recordOf,
  shapeOf,
  text,
} from '../../core/shape.ts'
import { acpShape, flagsShape, longRunningShape, packageShape, usageShapes } from './transport-shapes.ts'
import { authMethodShape, installMethodShape } from './value-shapes.ts'

const agentId = shapeOf(
  (data) => typeof data === 'string' && agentIdForm.test(data),
  'must be lowercase letters, digits and hyphens',
  { type: 'string', pattern: agentIdForm.source },
)

const settingsPattern = objectOf<SettingsPattern>({
  folder: name,
  folderVariable: optional(name),
  file: name,
  pattern,
})

const definitionFields: Fields<AgentDefinition> = {
  id: agentId,
  name,
  maker: optional(objectOf<AgentMaker>({ name, documentation: optional(name) })),
  aliases: optional(listOf(name)),
  startsAgain: optional(oneOf([true])),
  cutsOutput: optional(oneOf([true])),
  simulated: optional(oneOf([true])),
  knownOnlyLive: optional(oneOf([true])),
  binaries: listOf(name, { atLeast: 1 }),
  package: optional(packageShape),
  seen: optional(objectOf<NonNullable<AgentDefinition['seen']>>({ version: name, at: name })),
  facts: factsShape,
  observed: optional(
    objectOf<ObservedFacts>({
      version: name,
      at: name,
      by: name,
      facts: recordOf(objectOf<ObservedFact>({ support, check: name })),
    }),
  ),
  install: listOf(installMethodShape),
  impostors: optional(listOf(objectOf<Impostor>({ registry: oneOf(['npm']), name, is: text }))),
  auth: objectOf<AgentAuth>({
    methods: listOf(authMethodShape),
    files: texts,
    variables: texts,
    companions: optional(texts),
    together: optional(listOf(texts)),
    moved: optional(objectOf<NonNullable<AgentAuth['moved']>>({ variable: name, folder: name })),
    expiry: optional(objectOf<LoginExpiry>({ file: name, date: texts, renewal: texts })),
    refused: optional(objectOf<NonNullable<AgentAuth['refused']>>({ pattern, what: text })),
    login: optional(text),
    check: optional(
      objectOf<LoginCheck>({
        arguments: texts,
        loggedIn: pattern,
        loggedOut: pattern,
        missesSome: optional(oneOf([true])),
      }),
    ),
  }),
  variables: optional(texts),
  home: optional(homeShape),
  variableFiles: optional(listOf(settingsPattern)),
  modelSetting: optional(settingsPattern),
  environment: optional(recordOf(text)),
  acp: optional(acpShape),
  flags: optional(flagsShape),
  providers: optional(listOf(providerShape)),
  provider: optional(chosenProviderShape),
  modelList: optional(modelListShape),
  models: optional(modelQuestionShape),
  policies: optional(listOf(policyShape)),
  folderPrograms: optional(listOf(folderProgramShape)),
  thinking: optional(listOf(thinkingShape)),
  usage: optional(usageShapes),
  storedUsage: optional(reader),
  outputReader: optional(reader),
  longRunning: optional(longRunningShape),
  dialog: optional(reader),
  fileSign: optional(text),
  sessionGuard: optional(reader),
}

/** Its JSON Schema is the published one, with the fields that a file may leave out. */
export const definitionShape = objectOf<AgentDefinition>(definitionFields)

/** All reasons why the data is not a valid agent definition. */
export function definitionIssues(data: unknown): ValidationIssue[] {
  return definitionShape(data, [])
}

/** Throws a ValidationError with all issues unless the data is a valid agent definition. */
export function checkDefinition(data: unknown): asserts data is AgentDefinition {
  const issues = definitionIssues(data)
  const [first, ...others] = issues
  if (first === undefined) return
  const where = first.path.length === 0 ? 'it' : first.path.join('.')
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  throw new ValidationError(`Invalid agent definition: ${where} ${first.message}${more}`, issues)
}
