import type { AgentDefinition } from '../definition/definition.ts'
import type { Detection } from '../detect/detect.ts'
import { type InstallOptions, type InstallPlan, planInstall } from './install-plan.ts'

/** Plans the installation of the missing programs: the agent, or only its bridge for an installed agent. */
export function planMissing(
  definition: AgentDefinition,
  found: Detection,
  requested: InstallOptions = {},
): InstallPlan {
  return planInstall(definition, {
    ...requested,
    ...(lacksOnlyBridge(definition, found, requested) ? { bridgeOnly: true } : {}),
  })
}

/** Whether the requested version is already installed, with its bridge. */
export function isComplete(
  { installed, version, bridge }: Detection,
  plan: InstallPlan,
  requested: InstallOptions = {},
): boolean {
  const needsBridge = (plan.bridgeOnly || plan.packages.length > 1) && !bridge?.installed
  return (
    installed &&
    !needsBridge &&
    !requested.global &&
    (requested.version === undefined || requested.version === version)
  )
}

/** Whether only the bridge is missing, and it can be pointed at the installed program. */
function lacksOnlyBridge(
  { acp }: AgentDefinition,
  { installed, bridge }: Detection,
  { version, method }: InstallOptions,
): boolean {
  const isAddable = acp?.bridge !== undefined && acp.programVariable !== undefined
  return (
    isAddable && installed && bridge?.installed === false && version === undefined && method === undefined
  )
}
