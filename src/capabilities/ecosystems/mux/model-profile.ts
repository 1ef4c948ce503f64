import { claimGroup } from '../../conversion/claim-group.ts'
import { ClaimSheet, type DeclarationContext } from '../../conversion/claim-sheet.ts'
import { defined } from '../../defined.ts'
import {
  type Field,
  fieldTable,
  readFields,
  readLeftovers,
  writeFields,
} from '../../conversion/field-table.ts'
import { type CapabilityProfile, createProfile, supportOf } from '../../profile.ts'
import type { Conversion } from '../../conversion/profile-reader.ts'
import { TotalProfileReader } from '../../conversion/total-profile-reader.ts'
import { writeEffortLevels } from './effort-levels.ts'
import { writeName } from './name.ts'
import type { ModelCapabilities } from './types.ts'

const namespace = 'mux-model'

export const modelFields: readonly Field[] = /* @__PURE__ */ fieldTable({
  support: {
    supportsThinking: 'thinking.supported',
    supportsToolCalling: 'tools.native',
    supportsParallelToolCalls: 'tools.parallel',
    supportsToolCallStreaming: 'output.tool-call-streaming',
    supportsJsonMode: 'output.json-mode',
    supportsStructuredOutput: 'output.structured',
    supportsTextStreaming: 'output.text-streaming',
    supportsThinkingStreaming: 'thinking.streaming',
    supportsImageInput: 'prompt.image',
    supportsImageOutput: 'output.image',
    supportsFileInput: 'prompt.file',
  },
  value: {
    agent: 'model.agent',
    modelId: 'model.id',
    modelAlias: 'model.alias',
    displayName: 'model.name',
    contextWindow: 'model.context-window',
    maxOutputTokens: 'model.max-output',
    maxThinkingTokens: 'model.max-thinking',
    protocol: 'model.protocol',
    deployment: 'model.deployment',
  },
})

/** Fields that are read and written together with others. */
const groupedFields = [
  'deprecated',
  'deprecatedSince',
  'successorModelId',
  'inputPricePerMillion',
  'outputPricePerMillion',
  'thinkingPricePerMillion',
  'cachedInputPricePerMillion',
  'thinkingEffortLevels',
  'thinkingBudgetRange',
  'provider',
  'providerModelId',
  'supportsLocalModels',
  'cliArgKey',
  'cliArgValue',
  'lastUpdated',
  'source',
] as const satisfies (keyof ModelCapabilities)[]

/** Reads a model's capabilities. The claims apply only to this model and take precedence over the agent's. */
export function modelToProfile(
  declaration: ModelCapabilities,
  context: DeclarationContext = {},
): CapabilityProfile {
  const { modelId } = declaration
  const sheet = new ClaimSheet({
    source: context.source ?? 'model',
    origin: namespace,
    at: context.at ?? declaration.lastUpdated,
    agentVersion: context.subject?.version,
    model: modelId,
  })
  readFields(sheet, declaration, { fields: modelFields, silence: 'unknown' })
  readGroups(sheet, declaration)
  readLeftovers(sheet, declaration, { fields: modelFields, namespace, named: groupedFields })
  return createProfile({ kind: 'model', id: modelId, model: modelId, ...context.subject }, sheet.claims)
}

function readGroups(sheet: ClaimSheet, declaration: ModelCapabilities): void {
  const { thinkingEffortLevels: levels, thinkingBudgetRange: range, supportsThinking } = declaration
  const { supportsLocalModels, lastUpdated, source } = declaration
  const retirement = { since: declaration.deprecatedSince, successor: declaration.successorModelId }
  claimGroup(sheet, 'model.deprecated', { fields: retirement, flag: declaration.deprecated })
  claimGroup(sheet, 'model.price', {
    fields: {
      input: declaration.inputPricePerMillion,
      output: declaration.outputPricePerMillion,
      thinking: declaration.thinkingPricePerMillion,
      cachedInput: declaration.cachedInputPricePerMillion,
    },
  })
  claimGroup(sheet, 'model.provider', {
    fields: { name: declaration.provider, modelId: declaration.providerModelId },
  })
  claimGroup(sheet, 'model.selection', {
    fields: { key: declaration.cliArgKey, value: declaration.cliArgValue },
  })
  claimGroup(sheet, 'model.data', { fields: { lastUpdated, source } })
  sheet.state('model.local', { flag: supportsLocalModels })
  // A model without thinking has neither effort nor budget; with thinking, both may be unknown.
  const thinks = supportsThinking ? undefined : false
  sheet.state('thinking.effort', { flag: levels ? levels.length > 0 : thinks, value: levels })
  sheet.state('thinking.budget', { flag: range ? true : thinks, value: range })
}

/** Writes the shape of a model; unknown numbers become 0 and unknown dates empty, and are listed as assumed. */
export function modelFromProfile(profile: CapabilityProfile): Conversion<ModelCapabilities> {
  const reader = new TotalProfileReader(profile)
  const fields = writeFields(reader, { fields: modelFields, namespace, flag: (id) => reader.totalFlag(id) })
  // A model without thinking implies that it has neither effort nor budget.
  if (fields['supportsThinking'] === false) {
    for (const id of ['thinking.effort', 'thinking.budget']) {
      if (supportOf(profile, id) === 'unsupported') reader.flag(id)
    }
  }
  const { since, successor } = reader.value('model.deprecated') ?? {}
  const price = reader.value('model.price') ?? {}
  const provider = reader.value('model.provider') ?? {}
  const selection = reader.value('model.selection')
  const data = reader.value('model.data')
  const declaration = {
    ...fields,
    agent: writeName(reader, 'model.agent'),
    modelId: writeName(reader, 'model.id', profile.subject.id),
    displayName: reader.value('model.name') ?? profile.subject.id,
    contextWindow: reader.total('model.context-window', reader.value('model.context-window'), 0),
    maxOutputTokens: reader.total('model.max-output', reader.value('model.max-output'), 0),
    cliArgKey: reader.total('model.selection', selection?.key, ''),
    cliArgValue: selection?.value ?? '',
    lastUpdated: reader.total('model.data', data?.lastUpdated, ''),
    source: data?.source ?? 'bundled',
    deprecated: reader.totalFlag('model.deprecated'),
    ...defined({
      deprecatedSince: since,
      successorModelId: successor,
      inputPricePerMillion: price.input,
      outputPricePerMillion: price.output,
      thinkingPricePerMillion: price.thinking,
      cachedInputPricePerMillion: price.cachedInput,
      thinkingEffortLevels: writeEffortLevels(reader),
      thinkingBudgetRange: reader.value('thinking.budget'),
      provider: provider.name,
      providerModelId: provider.modelId,
      supportsLocalModels: reader.flag('model.local'),
    }),
  }
  // The boolean fields come from the table, whose names the type checker cannot follow.
  return reader.finish(declaration as unknown as ModelCapabilities)
}
