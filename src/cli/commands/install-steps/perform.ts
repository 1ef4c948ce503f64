import { existsSync, rmSync } from 'node:fs'
import { delimiter } from 'node:path'
import type { AgentDefinition } from '../../../agents/definition/definition.ts'
import type { Detection } from '../../../agents/detect/detect.ts'
import type { InstallPlan } from '../../../agents/install/install-plan.ts'
import { CapstanError } from '../../../core/capstan-error.ts'
import type { Output } from '../../output/output.ts'
import { startProgress } from '../../output/progress.ts'
import { planText } from './plan-text.ts'

interface PerformOptions {
  plan: InstallPlan
  /** Whether the user agreed to run what is piped into a shell. */
  agreed: boolean
  output: Output
  signal: AbortSignal
}

/** Carries a plan out. What fails or is aborted is taken away again, or told where it cannot be. */
export async function perform(definition: AgentDefinition, options: PerformOptions): Promise<Detection> {
  const { output, signal } = options
  const plan = runnablePlan(options)
  await requireProgram(plan)
  const { install } = await import('../../../agents/install/install.ts')
  const isFresh = plan.prefix !== undefined && !existsSync(plan.prefix)
  const text = `Installing ${plan.agent}: ${plan.line}`
  output.note({ note: text }, () => text)
  const progress = startProgress(output, {
    text: `Installing ${plan.agent}…`,
    after: 1000,
    onlyTerminal: true,
  })
  try {
    return await install(definition, plan, { signal })
  } catch (error) {
    if (isFresh && plan.prefix !== undefined) rmSync(plan.prefix, { recursive: true, force: true })
    throw CapstanError.isInstance(error) && error.code === 'ABORTED' ? abortedError(plan, isFresh) : error
  } finally {
    progress.stop()
  }
}

/** What is piped into a shell needs one, and the user's word; what is done by hand stays so. */
function runnablePlan({ plan, agreed, output }: PerformOptions): InstallPlan {
  if (plan.command !== undefined) return plan
  const isByHand = plan.method === 'manual'
  if (agreed && !isByHand) return { ...plan, command: ['sh', '-c', plan.line] }
  output.data({ agent: plan.agent, status: 'not-run', plan }, () => planText(plan, output.style))
  throw new CapstanError(
    'INSTALL_NOT_AUTOMATIC',
    `${plan.agent} is installed by ${isByHand ? 'hand' : 'a script that is piped into a shell'}, and nothing was run`,
    {
      hint: isByHand
        ? 'Run the line yourself.'
        : 'Look at it first; then run the line yourself, or give --yes.',
    },
  )
}

async function requireProgram({ agent, command }: InstallPlan): Promise<void> {
  const { findBinary } = await import('../../../agents/detect/find-binary.ts')
  const program = command?.[0] ?? ''
  const path = (process.env['PATH'] ?? process.env['Path'] ?? '').split(delimiter)
  if (findBinary([program], path) !== undefined) return
  throw new CapstanError(
    'PREREQUISITE_MISSING',
    `${agent} is installed with ${program}, which is not on the PATH`,
    {
      hint: program === 'npm' ? 'Install Node.js together with npm first.' : `Install ${program} first.`,
    },
  )
}

function abortedError({ agent, prefix }: InstallPlan, isFresh: boolean): CapstanError {
  if (isFresh)
    return new CapstanError('ABORTED', `Installing ${agent} was aborted, and nothing is left of it`)
  const where = prefix ?? "the installer's own folder"
  return new CapstanError('ABORTED', `Installing ${agent} was aborted, and ${where} may hold a part of it`, {
    hint: `Run it again${prefix === undefined ? '' : `, or capstan uninstall ${agent}`}.`,
  })
}
