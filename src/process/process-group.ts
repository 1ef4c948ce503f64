import { spawn, type ChildProcess } from 'node:child_process'
import { readProcesses } from './process-table.ts'

/**
 * Signals a child and all it started; without the force of `SIGKILL`, Windows asks the windows of the tree to close.
 * The child leads a group of its own everywhere but on Windows. Returns false when there is no such group.
 */
export function signalGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  const { pid } = child
  if (pid === undefined) return false
  if (process.platform === 'win32') {
    const force = signal === 'SIGKILL' ? ['/f'] : []
    spawn('taskkill', ['/pid', String(pid), '/t', ...force], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => child.kill(signal),
    )
    return true
  }
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}

/** Whether the group has a process that we may signal. Windows has no groups. */
export function groupExists(group: number): boolean {
  if (process.platform === 'win32') return false
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Whether all that is left of a group is dead and only waits for its parent to notice. In a container the first process
 * often never does, and the group would seem to stay for ever. Known on Linux only.
 */
export async function onlyDeadLeft(group: number): Promise<boolean> {
  if (process.platform !== 'linux' || !groupExists(group)) return false
  for (const running of (await readProcesses()).values()) if (running.group === group) return false
  return true
}
