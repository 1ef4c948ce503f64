import type { AgentModels } from './agent-models.ts'
import type { AgentReport } from './remote/agent-report.ts'
import type { ModelDetails } from './model-details.ts'

/**
 * Every alias with its model id; the agent's own alias comes first, because the first one is displayed.
 * Drops an alias of an unknown model, of itself or of another alias.
 */
export function aliasTargets(
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
