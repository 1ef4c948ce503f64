import type { ChildProcess } from 'node:child_process'
import { childProcess } from './child-process.ts'
import { readProcesses } from './process-table.ts'

/**
 * Signals a child and its process group. On Windows, `SIGTERM` asks the windows of the process tree to close.
 * Except on Windows, the child leads its own group. Returns false if the group does not exist.
 */
export function signalGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  const { pid } = child
  if (pid === undefined) return false
  if (process.platform === 'win32') {
    const force = signal === 'SIGKILL' ? ['/f'] : []
    childProcess()
      .spawn('taskkill', ['/pid', String(pid), '/t', ...force], { stdio: 'ignore', windowsHide: true })
      .on('error', () => child.kill(signal))
    return true
  }
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}

/** Whether the group has a process that this process may signal. Windows has no groups. */
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
 * Whether only zombies are left in a group. In a container the init process often never reaps them, and the group would
 * seem to exist forever. Linux only.
 */
export async function onlyDeadLeft(group: number): Promise<boolean> {
  if (process.platform !== 'linux' || !groupExists(group)) return false
  for (const running of (await readProcesses()).values()) if (running.group === group) return false
  return true
}
