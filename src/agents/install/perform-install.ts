import { existsSync, rmSync } from 'node:fs'
import { delimiter } from 'node:path'
import { CapstanError } from '../../core/capstan-error.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import type { Detection } from '../detect/detect.ts'
import { findBinary } from '../detect/find-binary.ts'
import { install, type InstallRunOptions } from './install.ts'
import type { InstallPlan } from './install-plan.ts'

/**
 * Runs an install plan. Removes a new folder if it fails or is aborted; otherwise the error names what may be left.
 * @throws CapstanError as `install` does.
 */
export async function performInstall(
  definition: AgentDefinition,
  plan: InstallPlan,
  options: InstallRunOptions = {},
): Promise<Detection> {
  requireInstaller(plan)
  const isFresh = plan.prefix !== undefined && !existsSync(plan.prefix)
  try {
    return await install(definition, plan, options)
  } catch (error) {
    if (isFresh && plan.prefix !== undefined) rmSync(plan.prefix, { recursive: true, force: true })
    throw CapstanError.isInstance(error) && error.code === 'ABORTED' ? abortedError(plan, isFresh) : error
  }
}

/** @throws CapstanError `PREREQUISITE_MISSING` if the program that installs is missing. */
export function requireInstaller({ agent, command }: InstallPlan): void {
  if (command === undefined) return
  const [program] = command
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
