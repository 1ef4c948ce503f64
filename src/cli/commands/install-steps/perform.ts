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
  /** Whether the user agreed to pipe a script into a shell. */
  agreed: boolean
  output: Output
  signal: AbortSignal
}

/** Runs an install plan. Removes a new folder if it fails or is aborted; otherwise the error names what may be left. */
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

async function requireProgram({ agent, command }: InstallPlan): Promise<void> {
  const { findBinary } = await import('../../../agents/detect/find-binary.ts')
  const program = command?.[0] ?? ''
  const path = (process.env['PATH'] ?? process.env['Path'] ?? '').split(delimiter)
  if (findBinary([program], path) !== undefined) return
  throw new CapstanError(
    'PREREQUISITE_MISSING',
    `Installing ${agent} needs ${program}, which is not on the PATH`,
    {
      hint: program === 'npm' ? 'Install Node.js with npm first.' : `Install ${program} first.`,
    },
  )
}

function abortedError({ agent, prefix }: InstallPlan, isFresh: boolean): CapstanError {
  if (isFresh) return new CapstanError('ABORTED', `Installing ${agent} was aborted; nothing was left behind`)
  const where = prefix ?? "the installer's own folder"
  return new CapstanError(
    'ABORTED',
    `Installing ${agent} was aborted; ${where} may contain a partial installation`,
    {
      hint: `Run the command again${prefix === undefined ? '' : `, or capstan uninstall ${agent}`}.`,
    },
  )
}
