import type { AgentDefinition } from '../../../agents/definition/definition.ts'
import type { Detection } from '../../../agents/detect/detect.ts'
import type { InstallPlan } from '../../../agents/install/install-plan.ts'
import { CapstanError } from '../../../core/capstan-error.ts'
import type { Output } from '../../output/output.ts'
import { startProgress } from '../../output/progress.ts'
import { planText } from './plan-text.ts'

interface PerformOptions {
  plan: InstallPlan
  /** Whether the user agreed to pipe a script into a shell. */
  agreed: boolean
  output: Output
  signal: AbortSignal
}

/** Runs an install plan and shows that it is running. */
export async function perform(definition: AgentDefinition, options: PerformOptions): Promise<Detection> {
  const { output, signal } = options
  const plan = runnablePlan(options)
  const { performInstall, requireInstaller } = await import('../../../agents/install/perform-install.ts')
  requireInstaller(plan)
  const text = `Installing ${plan.agent}: ${plan.line}`
  output.note({ note: text }, () => text)
  const progress = startProgress(output, {
    text: `Installing ${plan.agent}…`,
    after: 1000,
    onlyTerminal: true,
  })
  try {
    return await performInstall(definition, plan, { signal })
  } finally {
    progress.stop()
  }
}

/** A script piped into a shell needs --yes; a manual installation is only printed. */
function runnablePlan({ plan, agreed, output }: PerformOptions): InstallPlan {
  if (plan.command !== undefined) return plan
  const isByHand = plan.method === 'manual'
  if (agreed && !isByHand) return { ...plan, command: ['sh', '-c', plan.line] }
  output.data({ agent: plan.agent, status: 'not-run', plan }, () => planText(plan, output.style))
  throw new CapstanError(
    'INSTALL_NOT_AUTOMATIC',
    `${plan.agent} has to be installed ${isByHand ? 'by hand' : 'with a script piped into a shell'}; nothing was run`,
    {
      hint: isByHand
        ? 'Run the printed command yourself.'
        : 'Review the script, then run the printed command or add --yes.',
    },
  )
}
