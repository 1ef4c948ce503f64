import { CapstanError } from '../../core/capstan-error.ts'
import type { RunningProcess } from '../../process/start-process.ts'
import { AgentCrashError } from './agent-crash-error.ts'

/** How long a process may take to end after its output has; `exited` itself may wait a second for what it left. */
const exitGraceMs = 2000

/** Why an agent's output ended: its process has ended, or it talks no more and goes on. */
export async function endError(agent: string, child: RunningProcess): Promise<CapstanError> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), exitGraceMs)
  })
  const exit = await Promise.race([child.exited, late])
  clearTimeout(timer)
  if (exit !== undefined) return new AgentCrashError(agent, { exit, stderrTail: child.stderrTail() })
  return new CapstanError('CONNECTION_CLOSED', `${agent} closed its output but is still running`, {
    hint: 'Check what the agent left half done: Capstan stopped it.',
  })
}
