import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { Detection } from '../../agents/detect/detect.ts'
import type { InstallPlan } from '../../agents/install/install-plan.ts'
import type { Command } from '../command.ts'
import { findAgent, requiredArgument } from './agent-argument.ts'
import { installOptions, installUsage, readInstallOptions } from './install-steps/options.ts'
import { perform } from './install-steps/perform.ts'
import { planText } from './install-steps/plan-text.ts'

export const updateAgent: Command = {
  description:
    'Updates an installed agent and its ACP bridge to the versions Capstan supports, or to --version.\n' +
    'Other installations are not changed; Capstan uses the one in its own folder first.',
  usage: installUsage,
  options: installOptions,
  maxArguments: 1,
  stopsItself: true,
  examples: ['capstan update claude', 'capstan update codex --version 0.166.0 --dry-run'],
  async run({ values, arguments: [typed], output, signal }) {
    const { id, definition } = await findAgent(requiredArgument(typed, 'agent', `update ${installUsage}`), {
      values,
    })
    const [{ planInstall }, { detect }, { notInstalledError }] = await Promise.all([
      import('../../agents/install/install-plan.ts'),
      import('../../agents/detect/detect.ts'),
      import('../../agents/install/not-installed-error.ts'),
    ])
    const requested = readInstallOptions(values)
    if (definition.acp?.own) {
      const detection = await detect(definition)
      const text = `${id} is part of Capstan and is updated with it`
      output.data({ agent: id, status: 'unchanged', detection }, () => text)
      return 0
    }
    const plan = planInstall(definition, requested)
    if (values.has('dry-run')) {
      output.data({ agent: id, status: 'planned', plan }, () => planText(plan, output.style))
      return 0
    }
    const before = await detect(definition)
    if (!before.installed) throw notInstalledError(definition, requested)
    if (!requested.global && isCurrent(definition, plan, before)) {
      const text = `${id} is already at ${before.version}`
      output.data({ agent: id, status: 'unchanged', detection: before }, () => text)
      return 0
    }
    const detection = await perform(definition, { plan, agreed: values.has('yes'), output, signal })
    const from = before.version ?? 'an unknown version'
    output.data(
      { agent: id, status: 'updated', plan, before, detection },
      () => `Updated ${id} from ${from} to ${detection.version ?? 'an unknown version'} at ${detection.path}`,
    )
    return 0
  },
}

/** Whether the agent and its bridge are at the versions of the plan. */
function isCurrent(
  { acp }: AgentDefinition,
  { packages }: InstallPlan,
  { version, bridge }: Detection,
): boolean {
  const [own] = packages
  return own !== undefined && own.version === version && acp?.bridge?.version === bridge?.version
}
