import { spawn, type ChildProcess } from 'node:child_process'

/** Ends a child and everything it started, at once. Nothing happens when it has ended already. */
export function terminate(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }).on('error', () => child.kill())
    return
  }
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group is gone, or was never made: the child itself is all there is.
    child.kill('SIGKILL')
  }
}
