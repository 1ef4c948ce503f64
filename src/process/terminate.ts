import { spawn, type ChildProcess } from 'node:child_process'

/** Ends a child and everything it started, at once, also when the child itself has ended before. */
export function terminate(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined) return
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }).on('error', () => child.kill())
    return
  }
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group is gone: at most the child itself is left.
    child.kill('SIGKILL')
  }
}
