/** What the agent of a thread does. */
export type ThreadStatus = 'idle' | 'running' | 'waiting'

/** The status of a thread in memory. */
export function statusOf({ isWaiting, isBusy }: { isWaiting: boolean; isBusy: boolean }): ThreadStatus {
  return isWaiting ? 'waiting' : isBusy ? 'running' : 'idle'
}
