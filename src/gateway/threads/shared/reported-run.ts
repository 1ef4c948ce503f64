import type { AcceptedRun } from '../run-sink.ts'
import { statusOf } from './thread-status.ts'
import type { SharedThreads } from './shared-threads.ts'

/** A run whose status other gateways can list. Its stream ends when the transcript is stored. */
export function reportedRun(
  run: AcceptedRun,
  {
    thread,
    shared,
  }: { thread: Parameters<typeof statusOf>[0] & { readonly id: string }; shared: SharedThreads },
): AcceptedRun {
  return {
    start: async (sink) => {
      shared.setStatus(thread.id, 'running')
      try {
        await run.start(sink)
      } finally {
        shared.setStatus(thread.id, statusOf(thread))
        await shared.stored(thread.id)
      }
    },
    disconnect: (how) => run.disconnect(how),
  }
}
