import { benchFirstEvent } from './acp/first-event.ts'
import { benchIdleSessions } from './acp/idle-sessions.ts'
import { benchStalledRun } from './acp/stalled-run.ts'
import { benchUpdates } from './acp/updates.ts'
import type { Table } from './measure.ts'
import { withNativeProgram } from './native-program.ts'

/** The heap does not change with the load, and each of these takes seconds. */
const mostHeapRounds = 3

/** What a run over ACP costs from the call to the caller's events, with an agent that does nothing. */
export function benchAcp(rounds: number): Promise<Table[]> {
  const heapRounds = Math.min(rounds, mostHeapRounds)
  return withNativeProgram('null-agent', async (native) => {
    if (native === undefined)
      process.stderr.write('No C compiler: the tables with a native agent are left out.\n')
    // First, in a process that has done nothing else: V8 goes on compiling what the other tables made hot, which counted
    // as up to 1 KB of every session.
    const idle = await benchIdleSessions(heapRounds, native)
    return [
      ...(await benchUpdates(rounds)),
      ...(await benchFirstEvent(rounds, native)),
      idle,
      await benchStalledRun(heapRounds),
    ]
  })
}
