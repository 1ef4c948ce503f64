import type { ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import { type AgentModels, isOffered, modelIdFor } from './agent-models.ts'
import type { AgentReport } from './remote/agent-report.ts'
import { withAgentThinking } from './agent-thinking.ts'
import { type Correction, correct } from './corrections.ts'
import { describeRecord } from './describe-model.ts'
import { freeze } from './freeze.ts'
import type { ModelDetails } from './model-details.ts'
import type { ModelRecord, ProviderRecords } from './model-record.ts'
import { describeName, overlayReport } from './remote/overlay-report.ts'

/** The data of an agent's models. */
export interface AgentData {
  /** Providers in the agent's order of preference. */
  providers: readonly ProviderRecords[]
  /** Reports, the weakest first. */
  reports: readonly AgentReport[]
  corrections: readonly Correction[]
}

/** An agent's models, frozen, with lookup tables. */
export interface AgentEntries {
  agent: AgentModels
  /** The listed models, sorted: current before deprecated, then the agent's order, newest first, preferred provider. */
  listed: readonly ModelDetails[]
  /** The listed models in the published shape. */
  capabilities: readonly ModelCapabilities[]
  /** By the agent's model id, including hidden models. */
  byId: ReadonlyMap<string, ModelDetails>
  aliases: ReadonlyMap<string, ModelDetails>
  /** By the provider's own id, if the agent's ids include the provider. */
  byProviderId: ReadonlyMap<string, readonly ModelDetails[]>
  defaultModel: ModelDetails | null
}

/** Builds an agent's models: corrected and filtered records, overridden by the agent's own report. */
export function entriesOf(agent: AgentModels, data: AgentData): AgentEntries {
  const described = new Map<string, ModelDetails>()
  const authority = data.reports.slice(
    Math.max(
      0,
      data.reports.findLastIndex(({ complete }) => complete),
    ),
  )
  const isComplete = authority[0]?.complete === true
  const isNamed = (id: string): boolean => authority.some(({ models }) => Object.hasOwn(models, id))
  for (const provider of data.providers) {
    const served = new Map(provider.models.map((record) => [record.id, record]))
    for (const record of provider.models) {
      const id = modelIdFor(agent, provider.provider, record.id)
      // If two providers have the same id for an agent, the preferred one wins.
      if (described.has(id) || (!isNamed(id) && (isComplete || !isKept(agent, record, id)))) continue
      const correction = data.corrections.find(
        ({ provider: name, model }) => name === provider.provider && model === record.id,
      )
      described.set(id, describeRecord(correct(record, correction), { agent, provider, served }))
    }
  }
  for (const report of data.reports) {
    for (const [id, reported] of Object.entries(report.models)) {
      if (!isNamed(id)) continue
      const base = described.get(id) ?? describeName(id, agent)
      described.set(id, overlayReport(base, reported, report.source))
    }
  }
  for (const [id, details] of described) described.set(id, withAgentThinking(details, agent.thinking))
  return index(agent, described, data.reports)
}

function isKept(agent: AgentModels, record: ModelRecord, id: string): boolean {
  if (record.mode !== undefined && !agent.withModes) return false
  if (record.deprecated && agent.withoutDeprecated) return false
  return isOffered(agent, id)
}

function index(
  agent: AgentModels,
  described: ReadonlyMap<string, ModelDetails>,
  reports: readonly AgentReport[],
): AgentEntries {
  const targets = aliasTargets(agent, described, reports)
  const byId = new Map<string, ModelDetails>()
  for (const [id, details] of described) {
    // An id that the agent replaces is an alias of the replacement.
    if (targets.has(id)) continue
    const { successorModelId: follower, ...own } = details.capabilities
    const alias = own.modelAlias ?? [...targets].find(([, target]) => target === id)?.[0]
    // A model that the agent lacks cannot be a successor.
    const successor = follower !== undefined && described.has(follower) ? { successorModelId: follower } : {}
    const capabilities = { ...own, ...successor, ...(alias === undefined ? {} : { modelAlias: alias }) }
    byId.set(id, freeze({ ...details, capabilities }))
  }
  const aliases = new Map<string, ModelDetails>()
  for (const [alias, target] of targets) {
    const details = byId.get(target)
    if (details !== undefined) aliases.set(alias, details)
  }
  const order = new Map(
    (reports.findLast((report) => report.order)?.order ?? []).map((id, place) => [id, place]),
  )
  const listed = [...byId.values()].filter(({ hidden }) => !hidden).toSorted(inOrder(agent, order))
  const name = reports.findLast(({ defaultModel }) => defaultModel !== undefined)?.defaultModel
  const preset = name ?? agent.defaultModel ?? ''
  return {
    agent,
    listed: Object.freeze(listed),
    capabilities: Object.freeze(listed.map(({ capabilities }) => capabilities)),
    byId,
    aliases,
    byProviderId: Map.groupBy(
      [...byId.values()].filter(({ capabilities }) => capabilities.providerModelId !== undefined),
      ({ capabilities }) => capabilities.providerModelId ?? '',
    ),
    defaultModel: byId.get(preset) ?? aliases.get(preset) ?? null,
  }
}

function inOrder(
  { providers }: AgentModels,
  order: ReadonlyMap<string, number>,
): (one: ModelDetails, other: ModelDetails) => number {
  const place = ({ capabilities }: ModelDetails): number => order.get(capabilities.modelId) ?? order.size
  const rank = ({ capabilities }: ModelDetails): number => providers.indexOf(capabilities.provider ?? '')
  return (one, other) =>
    Number(one.capabilities.deprecated) - Number(other.capabilities.deprecated) ||
    place(one) - place(other) ||
    compareText(other.released ?? '', one.released ?? '') ||
    rank(one) - rank(other) ||
    compareText(one.capabilities.modelId, other.capabilities.modelId)
}

function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/**
 * Every alias with its model id; the agent's own alias comes first, because the first one is displayed.
 * Drops an alias of an unknown model, of itself or of another alias.
 */
function aliasTargets(
  agent: AgentModels,
  described: ReadonlyMap<string, ModelDetails>,
  reports: readonly AgentReport[],
): Map<string, string> {
  const targets = new Map<string, string>()
  for (const names of [...reports.map(({ aliases }) => aliases).toReversed(), agent.aliases]) {
    for (const [alias, target] of Object.entries(names ?? {})) {
      const leads = alias !== target && described.has(target) && !targets.has(target)
      if (leads && !targets.has(alias)) targets.set(alias, target)
    }
  }
  for (const [id, { capabilities }] of described) {
    const alias = capabilities.modelAlias
    if (alias !== undefined && alias !== id && !targets.has(alias)) targets.set(alias, id)
  }
  return targets
}
