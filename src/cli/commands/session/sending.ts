import type { DeliveryStory, SendResult } from '../../../sessions/participant.ts'
import type { SessionsConnection } from '../../../sessions/wire/connect.ts'
import type { Invocation } from '../../command.ts'
import type { Output } from '../../output/output.ts'

/** A message being sent. */
export interface Sending {
  daemon: SessionsConnection
  values: Invocation['values']
  output: Output
  signal: AbortSignal
  as: string | undefined
}

export interface Waiting extends Sending {
  /** Absent: do not wait. */
  events: AsyncIterable<unknown> | undefined
  /** Ends the wait. */
  until?: AbortSignal
}

/** The events after which to look at the deliveries again. */
export function watchSending({ daemon, values, signal }: Sending): AsyncIterable<unknown> {
  const types = ['delivery.*', 'status.changed', ...(values.has('answer') ? ['message.*', 'log'] : [])]
  return daemon.stream('events.watch', { types }, signal)
}

/** The deliveries of a message; with events, once the wait for each is over or `until` aborts. */
export async function storiesOf(
  { message }: SendResult,
  { daemon, events, as, until }: Waiting,
  isOver: (story: DeliveryStory) => boolean,
): Promise<DeliveryStory[]> {
  const params = { messageId: message.id, ...(as === undefined ? {} : { as }) }
  let stories = await daemon.request('receipts', params)
  if (events === undefined || stories.every(isOver)) return stories
  const reader = events[Symbol.asyncIterator]()
  const stopped = new Promise<{ done: true }>((resolve) => {
    if (until?.aborted) resolve({ done: true })
    until?.addEventListener('abort', () => resolve({ done: true }), { once: true })
  })
  try {
    while (!stories.every(isOver) && !(await Promise.race([reader.next(), stopped])).done) {
      stories = await daemon.request('receipts', params)
    }
  } finally {
    await reader.return?.()
  }
  return stories
}

/** All participants: handles by id. */
export async function handlesOf(daemon: SessionsConnection): Promise<ReadonlyMap<string, string>> {
  const participants = await daemon.request('participants', {})
  return new Map(participants.map(({ id, handle }) => [id, `@${handle}`]))
}
