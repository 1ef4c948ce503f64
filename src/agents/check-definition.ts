import { ValidationError, type ValidationIssue } from '../core/validation-error.ts'
import { agentIdForm } from './agent-id.ts'
import type {
  AcpTransport,
  AgentAuth,
  LoginCheck,
  AgentDefinition,
  AgentMaker,
  AgentPackage,
  Impostor,
  VariableFile,
} from './definition.ts'
import type { EvidenceScope } from '../capabilities/evidence.ts'
import { type DefinitionFact, muxFactIds } from './definition-fact.ts'
import { type Flag, flagNames, schemaForms } from './definition-flags.ts'
import type { LiveTransport } from './definition-live.ts'
import type { OfferedModel } from './definition-model-list.ts'
import { type ModelQuestion, modelListForms } from './definition-models.ts'
import type { ObservedFact, ObservedFacts } from './definition-observed.ts'
import type { PolicyMeans } from './definition-policies.ts'
import type { ProviderChoice, ProviderMeans } from './definition-provider.ts'
import type { ChangedLevels, SharedPaths, ThinkingCarrier, ThinkingControl } from './definition-thinking.ts'
import type { AgentUsage, TransportUsage } from './definition-usage.ts'
import type { PlannedFile } from './planned-file.ts'
import {
  amount,
  anything,
  count,
  flag,
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
} from './shape.ts'
import { authMethodShape, installMethodShape, valueShapes } from './value-shapes.ts'

const texts = listOf(text)
const agentId = shapeOf(
  (data) => typeof data === 'string' && agentIdForm.test(data),
  'must be small letters, digits and hyphens',
)
const pattern = shapeOf(isPattern, 'must be a regular expression')
const note = optional(text)
const basis = oneOf(['run', 'help', 'docs', 'none'])

const support = oneOf(['supported', 'unsupported', 'unknown'])

const factFields = objectOf<DefinitionFact>({
  support,
  value: optional(anything),
  basis,
  note,
  scope: optional(
    objectOf<NonNullable<DefinitionFact['scope']>>({
      protocolVersion: optional(oneOf([1, 2])),
      agentVersions: optional(
        objectOf<NonNullable<EvidenceScope['agentVersions']>>({
          from: optional(name),
          before: optional(name),
        }),
      ),
    }),
  ),
})

/** A fact, or one for each transport. */
const factShape: Shape = (data, path) => {
  if (!isRecord(data) || (data['acp'] ?? data['cli']) === undefined) return oneFactShape(data, path)
  const id = String(path.at(-1))
  return Object.entries(data).flatMap(([transport, facts]) => {
    if (transport !== 'acp' && transport !== 'cli') {
      return [{ path: [...path, transport], message: 'must be acp or cli' }]
    }
    return [facts].flat().flatMap((fact) => valuedFactShape(id, fact, [...path, transport]))
  })
}

const oneFactShape: Shape = (data, path) => valuedFactShape(String(path.at(-1)), data, path)

/** A fact, whose value must be what the dictionary says of its id. */
function valuedFactShape(id: string, data: unknown, path: Parameters<Shape>[1]): ReturnType<Shape> {
  const issues = factFields(data, path)
  if (issues.length > 0 || !isRecord(data)) return issues
  if (data['basis'] === 'none' && data['support'] !== 'unknown') {
    return [{ path, message: 'must be unknown, for it has no basis' }]
  }
  if (data['value'] === undefined || !Object.hasOwn(valueShapes, id)) return []
  return valueShapes[id as keyof typeof valueShapes](data['value'], [...path, 'value'])
}

/** Ids are open; those that agent-mux's total shape asks for must be there. */
const factsShape: Shape = (data, path) => [
  ...recordOf(factShape)(data, path),
  ...(isRecord(data)
    ? muxFactIds
        .filter((id) => !Object.hasOwn(data, id))
        .map((id) => ({ path: [...path, id], message: 'is missing' }))
    : []),
]

const packageShape = objectOf<AgentPackage>({
  name,
  version: name,
  binary: name,
  node: optional(text),
  bun: optional(text),
  installScripts: optional(oneOf([true])),
  native: optional(name),
  bundledExcept: optional(texts),
})

const readerShape = shapeOf((data) => typeof data === 'function', 'must be a function')

const acpShape = objectOf<AcpTransport>({
  protocolVersion: optional(oneOf([1, 2])),
  binary: name,
  arguments: texts,
  bridge: optional(packageShape),
  environment: optional(recordOf(text)),
  unset: optional(texts),
  programVariable: optional(name),
  missingFileIsEmpty: optional(oneOf([true])),
  terminalLines: optional(oneOf([true])),
  modelArguments: optional(texts),
  optionPrompts: optional(recordOf(text)),
  approvalForm: optional(
    objectOf<NonNullable<AcpTransport['approvalForm']>>({
      message: text,
      field: name,
      approve: name,
      deny: name,
    }),
  ),
  silentTurnIsFailure: optional(oneOf([true])),
  showsMcpServers: optional(oneOf([true])),
  steersInVersion: optional(shapeOf((data) => data === 1, 'must be 1')),
  errorTexts: optional(listOf(pattern)),
  retryTexts: optional(listOf(pattern)),
  asideTexts: optional(listOf(pattern)),
  sessionMeta: optional(recordOf(anything)),
  signs: optional(readerShape),
  modelMeta: optional(recordOf(anything)),
  optionMeta: optional(recordOf(recordOf(anything))),
  modelVariable: optional(
    objectOf<NonNullable<AcpTransport['modelVariable']>>({ name, content: recordOf(anything) }),
  ),
  resumesWorse: optional(oneOf([true])),
  own: optional(oneOf([true])),
  needsRunning: optional(texts),
  advertised: optional(
    objectOf<NonNullable<AcpTransport['advertised']>>({
      1: optional(listOf(name)),
      2: optional(listOf(name)),
    }),
  ),
})

const flagShape = objectOf<Flag>({
  arguments: texts,
  basis,
  place: optional(oneOf(['command', 'last', 'prompt'])),
  copied: optional(oneOf([true])),
  variadic: optional(oneOf([true])),
  form: optional(oneOf(schemaForms)),
  hidden: note,
  note,
})

type Carrier<Kind extends ThinkingCarrier['kind']> = Extract<ThinkingCarrier, { kind: Kind }>
const carrierShapes: Record<ThinkingCarrier['kind'], Shape> = {
  arguments: objectOf<Carrier<'arguments'>>({ kind: text, arguments: texts }),
  environment: objectOf<Carrier<'environment'>>({ kind: text, variable: name }),
  settings: objectOf<Carrier<'settings'>>({
    kind: text,
    folderVariable: name,
    file: name,
    content: recordOf(anything),
    shares: optional(objectOf<SharedPaths>({ folders: texts, files: texts })),
  }),
  'session-option': objectOf<Carrier<'session-option'>>({ kind: text, category: name }),
}

const thinkingShape = objectOf<ThinkingControl>({
  sets: oneOf(['effort', 'budget', 'off']),
  transport: oneOf(['acp', 'cli']),
  by: variantOf('kind', carrierShapes),
  models: optional(texts),
  levels: optional(texts),
  otherLevels: optional(oneOf(['sent', 'ignored'])),
  changed: optional(listOf(objectOf<ChangedLevels>({ models: optional(texts), levels: recordOf(text) }))),
  written: optional(recordOf(text)),
  whenUnset: optional(text),
  assumed: optional(oneOf([true])),
  basis,
  hidden: note,
  note,
})

const policyShape = objectOf<PolicyMeans>({
  policies: listOf(oneOf(['ask', 'allow-reads', 'allow', 'deny'])),
  transport: oneOf(['acp', 'cli']),
  form: optional(oneOf(['one-prompt', 'live'])),
  arguments: optional(texts),
  environment: optional(recordOf(text)),
  jsonEnvironment: optional(recordOf(recordOf(anything))),
  files: optional(listOf(objectOf<Pick<PlannedFile, 'path' | 'content'>>({ path: name, content: text }))),
  sessionMeta: optional(recordOf(anything)),
  mode: optional(name),
  withheld: optional(texts),
  leaves: optional(text),
  basis,
  hidden: note,
  note,
})

const flagsShape = objectOf<Record<string, Flag>>(
  Object.fromEntries(flagNames.map((flagName) => [flagName, optional(flagShape)])),
)

const liveShape = objectOf<LiveTransport>({
  arguments: texts,
  flags: listOf(oneOf(flagNames)),
  told: listOf(oneOf(flagNames)),
  asks: optional(oneOf([true])),
  basis,
  note,
})

const providerShape = objectOf<ProviderMeans>({
  api: name,
  transport: optional(oneOf(['acp', 'cli'])),
  keyVariable: name,
  when: optional(oneOf(['key', 'no-key'])),
  needsModel: optional(oneOf([true])),
  modelForm: optional(name),
  arguments: optional(texts),
  environment: optional(recordOf(text)),
  jsonEnvironment: optional(recordOf(recordOf(anything))),
  jsonFiles: optional(recordOf(recordOf(anything))),
  basis,
  note,
})

const chosenProviderShape = objectOf<ProviderChoice>({
  baseUrl: name,
  keyVariable: optional(name),
  api: name,
  model: optional(name),
})

const priceShape = objectOf<NonNullable<OfferedModel['price']>>({
  input: amount,
  output: amount,
  cachedInput: optional(amount),
})

const offeredModelShape = objectOf<OfferedModel>({
  id: name,
  name: optional(name),
  aliases: optional(listOf(name)),
  isDefault: optional(oneOf([true])),
  contextWindow: optional(count),
  maxOutputTokens: optional(count),
  efforts: optional(listOf(name)),
  images: optional(flag),
  files: optional(flag),
  deprecated: optional(oneOf([true])),
  price: optional(priceShape),
})

/** Models of which no two have the same name. */
const modelListShape: Shape = (data, path) => {
  const issues = listOf(offeredModelShape)(data, path)
  if (issues.length > 0) return issues
  const names = (data as OfferedModel[]).map(({ id, aliases = [] }) => [id, ...aliases])
  return names.flatMap((own, index) =>
    names
      .slice(0, index)
      .flat()
      .some((other) => own.includes(other))
      ? [{ path: [...path, index], message: 'has a name that another model has' }]
      : [],
  )
}

const usageShape = objectOf<TransportUsage>({
  reportsCost: optional(oneOf([true])),
  tokens: oneOf(['turn', 'process', 'last-call', 'none']),
  inputHoldsCache: optional(oneOf([true])),
  outputLacksThinking: optional(oneOf([true])),
  stored: optional(oneOf([true])),
  isLive: optional(oneOf([true])),
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
    login: optional(text),
    check: optional(
      objectOf<LoginCheck>({
        arguments: texts,
        loggedIn: text,
        loggedOut: text,
        missesSome: optional(oneOf([true])),
      }),
    ),
  }),
  variables: optional(texts),
  keeps: optional(texts),
  variableFiles: optional(
    listOf(objectOf<VariableFile>({ folder: name, folderVariable: optional(name), file: name, pattern })),
  ),
  environment: optional(recordOf(text)),
  acp: optional(acpShape),
  flags: optional(flagsShape),
  providers: optional(listOf(providerShape)),
  provider: optional(chosenProviderShape),
  modelList: optional(modelListShape),
  models: optional(
    objectOf<ModelQuestion>({
      arguments: texts,
      input: optional(text),
      form: oneOf(modelListForms),
      basis,
      note,
    }),
  ),
  policies: optional(listOf(policyShape)),
  thinking: optional(listOf(thinkingShape)),
  usage: optional(objectOf<AgentUsage>({ acp: optional(usageShape), cli: optional(usageShape) })),
  storedUsage: optional(readerShape),
  headlessReader: optional(readerShape),
  live: optional(liveShape),
  liveDialog: optional(readerShape),
  sessionGuard: optional(readerShape),
}

const definitionShape = objectOf<AgentDefinition>(definitionFields)

/** Everything that keeps a piece of data from being the definition of an agent. */
export function definitionIssues(data: unknown): ValidationIssue[] {
  return definitionShape(data, [])
}

/** Refuses what is not the definition of an agent, with everything that is wrong with it. */
export function checkDefinition(data: unknown): asserts data is AgentDefinition {
  const issues = definitionIssues(data)
  const [first, ...others] = issues
  if (first === undefined) return
  const where = first.path.length === 0 ? 'it' : first.path.join('.')
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  throw new ValidationError(
    `This is not the definition of an agent: ${where} ${first.message}${more}`,
    issues,
  )
}

function isPattern(data: unknown): boolean {
  if (typeof data !== 'string') return false
  try {
    return new RegExp(data, 'u').source !== ''
  } catch {
    return false
  }
}
