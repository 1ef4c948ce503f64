import type { ChildProcess } from 'node:child_process'
import { signalGroup } from './process-group.ts'
import { Strays } from './strays.ts'

/** What is started while it is ended is found in the next round; after so many it is left alone. */
const mostRounds = 10

/** Ends a child and everything it started, at once, also when the child itself has ended before. Never rejects. */
export async function terminate(child: ChildProcess, mark: string): Promise<void> {
  // Before anything is waited for: the caller may be about to exit. Without its group, at most the child itself is left.
  if (!signalGroup(child, 'SIGKILL')) child.kill('SIGKILL')
  if (child.pid === undefined) return
  const strays = new Strays({ mark, group: child.pid })
  for (let round = 0; round < mostRounds && (await strays.left()); round += 1) strays.signal('SIGKILL')
}
