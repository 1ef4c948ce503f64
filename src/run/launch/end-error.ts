import { CapstanError } from '../../core/capstan-error.ts'
import type { RunningProcess } from '../../process/start-process.ts'
import { AgentCrashError } from './agent-crash-error.ts'

/** How long a process may take to exit after its output ended; `exited` itself may wait a second for child processes. */
const exitGraceMs = 2000

/** Why an agent's output ended: the process exited, or it closed stdout and keeps running. */
export async function endError(agent: string, child: RunningProcess): Promise<CapstanError> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), exitGraceMs)
  })
  const exit = await Promise.race([child.exited, late])
  clearTimeout(timer)
  if (exit !== undefined) return new AgentCrashError(agent, { exit, stderrTail: child.stderrTail() })
  return new CapstanError('CONNECTION_CLOSED', `${agent} closed its output but is still running`, {
    hint: 'Check the workspace for incomplete changes: Capstan stopped the agent.',
  })
}
