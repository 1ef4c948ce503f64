import type { ContainedCommand } from '../../process/cgroup.ts'
import type { CommandOptions, CommandResult } from '../../process/run-command.ts'
import type { ProcessOptions, RunningProcess } from '../../process/start-process.ts'
import { Turns } from './turns.ts'

/** Starting a process blocks the event loop until the system has started it. */
const starts = new Turns()

/**
 * Runs a command for an agent. Loads the process code with the first process. On Linux everything the command starts is in
 * a cgroup of its own where the system allows it, and ends with the command.
 */
export async function runCommandLazily(options: CommandOptions & ContainedCommand): Promise<CommandResult> {
  const [{ runCommand }, { createCgroup }] = await Promise.all([
    import('../../process/run-command.ts'),
    import('../../process/cgroup.ts'),
  ])
  const cgroup = await createCgroup()
  try {
    await starts.next()
    return await runCommand({ ...options, ...cgroup?.enter(options) })
  } finally {
    await cgroup?.end()
  }
}

/** Starts a process for an agent, in a cgroup like a command. */
export async function startProcessLazily(
  options: ProcessOptions & ContainedCommand,
): Promise<RunningProcess> {
  const [{ startProcess }, { createCgroup }] = await Promise.all([
    import('../../process/start-process.ts'),
    import('../../process/cgroup.ts'),
  ])
  const cgroup = await createCgroup()
  try {
    await starts.next()
    const running = await startProcess({ ...options, ...cgroup?.enter(options) })
    const ended = running.gone().then(() => cgroup?.end())
    const stop: RunningProcess['stop'] = async (how) => {
      const exit = await running.stop(how)
      await ended
      return exit
    }
    return { ...running, stop }
  } catch (error) {
    await cgroup?.end()
    throw error
  }
}
