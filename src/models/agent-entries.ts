import type { ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import { type AgentModels, isOffered, modelIdFor } from './agent-models.ts'
import type { AgentReport } from './remote/agent-report.ts'
import { withAgentThinking } from './agent-thinking.ts'
import { aliasTargets } from './alias-targets.ts'
import { type Correction, correct } from './corrections.ts'
import { describeRecord } from './describe-model.ts'
import { freeze } from './freeze.ts'
import type { ModelDetails } from './model-details.ts'
import type { ModelRecord, ProviderRecords } from './model-record.ts'
import { describeName, overlayReport } from './remote/overlay-report.ts'

/** What an agent's models are made of. */
export interface AgentData {
  /** In the agent's order of preference. */
  providers: readonly ProviderRecords[]
  /** The weakest first. */
  reports: readonly AgentReport[]
  corrections: readonly Correction[]
}

/** An agent's models, frozen and ready to look up. */
export interface AgentEntries {
  agent: AgentModels
  /** What the agent lists: current before deprecated, the agent's own order, the newest, the preferred provider. */
  listed: readonly ModelDetails[]
  /** The published shape of what is listed. */
  capabilities: readonly ModelCapabilities[]
  /** By this agent's id; hidden ones too. */
  byId: ReadonlyMap<string, ModelDetails>
  aliases: ReadonlyMap<string, ModelDetails>
  /** By the provider's own id, where this agent's ids name the provider too. */
  byProviderId: ReadonlyMap<string, readonly ModelDetails[]>
  defaultModel: ModelDetails | null
}

/** Puts an agent's models together: records, corrected, filtered, and under what the agent itself says. */
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
      // Where two providers have the same id for an agent, the preferred one is meant.
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
    // An id that the agent sends as another one is a name for that other one.
    if (targets.has(id)) continue
    const { successorModelId: follower, ...own } = details.capabilities
    const alias = own.modelAlias ?? [...targets].find(([, target]) => target === id)?.[0]
    // What this agent does not have cannot follow.
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
