import type { Command } from '../command.ts'
import { findAgent, requiredArgument } from './agent-argument.ts'
import { installOptions, installUsage, readInstallOptions } from './install-steps/options.ts'
import { perform } from './install-steps/perform.ts'
import { planText } from './install-steps/plan-text.ts'

export const installAgent: Command = {
  description:
    "Installs an agent and its ACP bridge into Capstan's own folder, at the versions Capstan supports.\n" +
    'An installer that is piped into a shell is only printed, unless you add --yes.',
  usage: installUsage,
  options: installOptions,
  maxArguments: 1,
  stopsItself: true,
  examples: ['capstan install claude --dry-run', 'capstan install codex', 'capstan install pi --global'],
  async run({ values, arguments: [typed], output, signal }) {
    const { id, definition } = await findAgent(requiredArgument(typed, 'agent', `install ${installUsage}`), {
      values,
    })
    const [{ planMissing, isComplete }, { detect }] = await Promise.all([
      import('../../agents/install/plan-missing.ts'),
      import('../../agents/detect/detect.ts'),
    ])
    const requested = readInstallOptions(values)
    if (definition.acp?.own) {
      const detection = await detect(definition)
      output.data(
        { agent: id, status: 'unchanged', detection },
        () => `${id} is part of Capstan; nothing to install`,
      )
      return 0
    }
    const before = await detect(definition)
    const plan = planMissing(definition, before, requested)
    if (values.has('dry-run')) {
      output.data({ agent: id, status: 'planned', plan }, () => planText(plan, output.style))
      return 0
    }
    if (isComplete(before, plan, requested)) {
      const text = `${id}${before.version === undefined ? '' : ` ${before.version}`} is already installed at ${before.path}`
      const [known] = plan.packages
      const isOther = known !== undefined && known.version !== before.version
      output.data({ agent: id, status: 'unchanged', detection: before }, () =>
        isOther ? `${text}; run capstan update ${id} for ${known.version}` : text,
      )
      return 0
    }
    const detection = await perform(definition, { plan, agreed: values.has('yes'), output, signal })
    output.data({ agent: id, status: 'installed', plan, detection }, () =>
      plan.bridgeOnly
        ? `Installed the ACP bridge of ${id}, ${detection.bridge?.version}, at ${detection.bridge?.path}; it runs ${detection.path}`
        : `Installed ${id} ${detection.version ?? '(version unknown)'} at ${detection.path}`,
    )
    return 0
  },
}
