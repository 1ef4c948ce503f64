import type { LineSocket } from './line-socket.ts'

/** The client of a stream. */
export interface Streaming {
  params: object
  send: (item: unknown) => void
  lines: Pick<LineSocket, 'isFull' | 'isClosed' | 'drained'>
}
