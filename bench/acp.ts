import { benchFirstEvent } from './acp/first-event.ts'
import { benchIdleSessions } from './acp/idle-sessions.ts'
import { benchStalledRun } from './acp/stalled-run.ts'
import { benchUpdates } from './acp/updates.ts'
import type { Table } from './measure.ts'
import { withNativeProgram } from './native-program.ts'

/** Few rounds are enough: heap size does not depend on the machine's load, and each round takes seconds. */
const mostHeapRounds = 3

/** The cost of a run over ACP, from the call to the caller's events, with an agent that does nothing. */
export function benchAcp(rounds: number): Promise<Table[]> {
  const heapRounds = Math.min(rounds, mostHeapRounds)
  return withNativeProgram('null-agent', async (native) => {
    if (native === undefined)
      process.stderr.write('No C compiler: the tables with a native agent are left out.\n')
    // Measure this first: V8 keeps compiling code that the other tables made hot, which would add up to 1 KB per session.
    const idle = await benchIdleSessions(heapRounds, native)
    return [
      ...(await benchUpdates(rounds)),
      ...(await benchFirstEvent(rounds, native)),
      idle,
      await benchStalledRun(heapRounds),
    ]
  })
}
