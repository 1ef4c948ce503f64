import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { Detection } from '../../agents/detect/detect.ts'
import type { InstallOptions, InstallPlan } from '../../agents/install/install-plan.ts'
import type { Command } from '../command.ts'
import { findAgent, requiredArgument } from './agent-argument.ts'
import { installOptions, installUsage, readInstallOptions } from './install-steps/options.ts'
import { perform } from './install-steps/perform.ts'
import { planText } from './install-steps/plan-text.ts'

export const installAgent: Command = {
  description:
    "Installs an agent and what it needs to speak ACP, at the versions Capstan knows, into Capstan's own folder.\n" +
    'An installer that is piped into a shell is only printed, unless you say --yes.',
  usage: installUsage,
  options: installOptions,
  maxArguments: 1,
  stopsItself: true,
  examples: ['capstan install claude --dry-run', 'capstan install codex', 'capstan install pi --global'],
  async run({ values, arguments: [typed], output, signal }) {
    const { id, definition } = await findAgent(requiredArgument(typed, 'agent', `install ${installUsage}`), {
      values,
    })
    const [{ planInstall }, { detect }] = await Promise.all([
      import('../../agents/install/install-plan.ts'),
      import('../../agents/detect/detect.ts'),
    ])
    const wanted = readInstallOptions(values)
    if (definition.acp?.own) {
      const detection = await detect(definition)
      output.data(
        { agent: id, status: 'unchanged', detection },
        () => `${id} comes with Capstan: there is nothing to install`,
      )
      return 0
    }
    const before = await detect(definition)
    const plan = planInstall(definition, {
      ...wanted,
      ...(lacksOnlyBridge(definition, before, wanted) ? { bridgeOnly: true } : {}),
    })
    if (values.has('dry-run')) {
      output.data({ agent: id, status: 'planned', plan }, () => planText(plan, output.style))
      return 0
    }
    if (isThere(before, plan, wanted)) {
      const text = `${id}${before.version === undefined ? '' : ` ${before.version}`} is already installed at ${before.path}`
      const [known] = plan.packages
      const isOther = known !== undefined && known.version !== before.version
      output.data({ agent: id, status: 'unchanged', detection: before }, () =>
        isOther ? `${text}; capstan update ${id} brings ${known.version}` : text,
      )
      return 0
    }
    const detection = await perform(definition, { plan, agreed: values.has('yes'), output, signal })
    output.data({ agent: id, status: 'installed', plan, detection }, () =>
      plan.bridgeOnly
        ? `The ACP bridge of ${id}, ${detection.bridge?.version}, is installed at ${detection.bridge?.path}; it runs ${detection.path}`
        : `${id} ${detection.version ?? '(version unknown)'} is installed at ${detection.path}`,
    )
    return 0
  },
}

/** Whether the program is there and only its bridge is missing, which can be given the place of the program. */
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

/** Whether what is asked for is installed already, with the bridge it needs. */
function isThere(
  { installed, version, bridge }: Detection,
  plan: InstallPlan,
  wanted: InstallOptions,
): boolean {
  const needsBridge = (plan.bridgeOnly || plan.packages.length > 1) && !bridge?.installed
  return (
    installed &&
    !needsBridge &&
    !wanted.global &&
    (wanted.version === undefined || wanted.version === version)
  )
}
