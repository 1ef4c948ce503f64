import type { Config } from '../../../config/config.ts'
import type { LoadedConfig } from '../../../config/load-config.ts'
import type { PermissionRules } from '../../../run/api/permission-policy.ts'
import type { Invocation } from '../../command.ts'

/** The configuration of single agents. */
export type AgentConfigs = NonNullable<Config['agents']>

type Attached = Pick<Config, 'agent' | 'agents' | 'permissions'>

/** Attached to the options of a command line, because every command passes the options on. */
const attached = new WeakMap<Invocation['values'], Attached>()

export function attachConfig(values: Invocation['values'], { agent, agents, permissions }: Attached): void {
  attached.set(values, { agent, agents, permissions })
}

/** The configuration of single agents, if any. */
export function attachedAgents(values: Invocation['values']): AgentConfigs | undefined {
  return attached.get(values)?.agents
}

/** The name of the default agent, if the configuration sets one. */
export function attachedDefaultAgent(values: Invocation['values']): string | undefined {
  return attached.get(values)?.agent
}

/** The configured rules for permissions, without the policy. */
export function attachedRules(values: Invocation['values']): Omit<PermissionRules, 'policy'> {
  const permissions = attached.get(values)?.permissions
  if (typeof permissions !== 'object') return {}
  const { policy: _, ...rules } = permissions
  return Object.fromEntries(Object.entries(rules).filter(([, rule]) => rule !== undefined))
}

/** Reads the configuration of a folder and attaches its agents, for callers without a command line. */
export async function attachConfiguration(
  values: Invocation['values'],
  { folder, log }: { folder: string; log: (message: string) => void },
): Promise<LoadedConfig['config']> {
  const { loadConfig } = await import('../../../config/load-config.ts')
  const { config, warnings } = loadConfig({ cwd: folder })
  for (const warning of warnings) log(warning)
  attachConfig(values, config)
  return config
}
