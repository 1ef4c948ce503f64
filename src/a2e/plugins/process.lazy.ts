import type { CommandOptions, CommandResult } from '../../process/run-command.ts'
import type { ProcessOptions, RunningProcess } from '../../process/start-process.ts'

/** Loads the process code with the first process. */
export async function runCommandLazily(options: CommandOptions): Promise<CommandResult> {
  const { runCommand } = await import('../../process/run-command.ts')
  return runCommand(options)
}

export async function startProcessLazily(options: ProcessOptions): Promise<RunningProcess> {
  const { startProcess } = await import('../../process/start-process.ts')
  return startProcess(options)
}
