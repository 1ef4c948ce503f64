import type { AgentModels } from './agent-models.ts'
import type { AgentReport } from './remote/agent-report.ts'
import type { ModelDetails } from './model-details.ts'

/**
 * Every alias with the id it stands for; the agent's own word first, because the first one is shown.
 * An alias of nothing, of itself or of another alias is left out.
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
