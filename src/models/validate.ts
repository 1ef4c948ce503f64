import { defined } from '../capabilities/defined.ts'
import type { ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import { excerptOf } from '../core/text/excerpt.ts'
import type { AgentEntries } from './agent-entries.ts'
import { freeze } from './freeze.ts'
import type { ModelDetails } from './model-details.ts'
import { findVariant } from './model-variant.ts'
import { suggestModels } from './suggest-model.ts'

/** Whether an agent accepts a model id, and alternatives if not. */
export interface ModelValidationResult {
  /** Whether the id can be used. */
  valid: boolean
  /** The model, if the id means exactly one. */
  model?: ModelCapabilities
  /**
   * `ok`: known and current. `deprecated`: works, see `successorModelId`. `alias`: another name of
   * `resolvedModelId`. `unknown`: see `suggestions`; still valid if no model of the agent is known, because then only
   * the agent can check it. `ambiguous`: `suggestions` lists all candidates.
   */
  status: 'ok' | 'deprecated' | 'alias' | 'unknown' | 'ambiguous'
  message: string
  /** At most five for `unknown`, the nearest first; every candidate for `ambiguous`. */
  suggestions?: string[]
  resolvedModelId?: string
  /** The successor of a deprecated model, also behind an alias. */
  successorModelId?: string
}

/**
 * Finds exactly one model: by id, by alias, by an id that only one provider serves, or by one of these
 * with an effort or a context window in brackets.
 */
export function findModel(entries: AgentEntries, modelId: string): ModelDetails | null {
  const find = (name: string): ModelDetails | null => findPlain(entries, name)
  return find(modelId) ?? findVariant(modelId, find)
}

function findPlain(entries: AgentEntries, modelId: string): ModelDetails | null {
  const found = entries.aliases.get(modelId) ?? entries.byId.get(modelId)
  if (found !== undefined) return found
  const served = entries.byProviderId.get(modelId)
  return served?.length === 1 ? (served[0] ?? null) : null
}

/** Checks a model id of an agent. */
export function validateModel(entries: AgentEntries, modelId: string): ModelValidationResult {
  const { agent } = entries.agent
  const found = findModel(entries, modelId)
  if (found !== null) return freeze(known(modelId, found.capabilities))
  if (entries.agent.automatic?.includes(modelId)) {
    return freeze({ valid: true, status: 'ok', message: `${modelId} lets ${agent} choose the model` })
  }
  const served = entries.byProviderId.get(modelId)
  if (served !== undefined) {
    const suggestions = served.map(({ capabilities }) => capabilities.modelId)
    const message = `${served.length} providers of ${agent} serve ${modelId}`
    return freeze({ valid: false, status: 'ambiguous', message, suggestions })
  }
  return freeze(unknown(entries, modelId))
}

function known(modelId: string, model: ModelCapabilities): ModelValidationResult {
  // A current model can have a successor too, but the message does not advise it.
  const successor = model.deprecated ? defined({ successorModelId: model.successorModelId }) : {}
  const advice = successor.successorModelId === undefined ? '' : `; use ${successor.successorModelId} instead`
  if (modelId !== model.modelId) {
    return {
      valid: true,
      status: 'alias',
      model,
      message: `${modelId} resolves to ${model.modelId}${model.deprecated ? `, which is deprecated${advice}` : ''}`,
      resolvedModelId: model.modelId,
      ...successor,
    }
  }
  if (model.deprecated) {
    const message = `${modelId} is deprecated${advice}`
    return { valid: true, status: 'deprecated', model, message, ...successor }
  }
  return { valid: true, status: 'ok', model, message: `${modelId} is a model of ${model.agent}` }
}

function unknown(entries: AgentEntries, modelId: string): ModelValidationResult {
  const { agent } = entries.agent
  const name = modelId === '' ? 'An empty name' : excerptOf(modelId)
  if ((entries.byId.size === 0 || entries.agent.partial) && modelId !== '') {
    // Only the agent knows its other models, so an unknown name is not rejected.
    const which = entries.byId.size === 0 ? 'The models' : 'Most models'
    const message = `${which} of ${agent} are not known, so ${name} cannot be checked`
    return { valid: true, status: 'unknown', message, suggestions: [] }
  }
  const suggestions = suggestModels(
    modelId,
    entries.listed.map(({ capabilities, released }) => ({
      id: capabilities.modelId,
      names: [
        capabilities.displayName,
        ...(capabilities.modelAlias === undefined ? [] : [capabilities.modelAlias]),
      ],
      released,
      deprecated: capabilities.deprecated,
      rank: entries.agent.providers.indexOf(capabilities.provider ?? ''),
    })),
  )
  return { valid: false, status: 'unknown', message: `${name} is not a known model of ${agent}`, suggestions }
}
