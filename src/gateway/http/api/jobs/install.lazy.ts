import type { AgentDefinition } from '../../../../agents/definition/definition.ts'
import type { InstallRunOptions } from '../../../../agents/install/install.ts'

/** Installs the missing programs of an agent; loads the code that starts installers on first use. */
export async function installMissing(definition: AgentDefinition, options: InstallRunOptions): Promise<void> {
  const [{ detect }, { isComplete, planMissing }, { performInstall }] = await Promise.all([
    import('../../../../agents/detect/detect.ts'),
    import('../../../../agents/install/plan-missing.ts'),
    import('../../../../agents/install/perform-install.ts'),
  ])
  if (definition.acp?.own) return
  const found = await detect(definition)
  const plan = planMissing(definition, found)
  if (!isComplete(found, plan)) await performInstall(definition, plan, options)
}
