import type { ChildProcess } from 'node:child_process'
import { signalGroup } from './process-group.ts'

/** Ends a child and everything it started, at once, also when the child itself has ended before. */
export function terminate(child: ChildProcess): void {
  // Without its group, at most the child itself is left.
  if (!signalGroup(child, 'SIGKILL')) child.kill('SIGKILL')
}
