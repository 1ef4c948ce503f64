import type { LoggedEvent } from '../../../sessions/store/session-store.ts'
import { shortText, shortValue } from '../../output/short-text.ts'
import type { Style } from '../../output/style.ts'

export interface EventLineOptions {
  /** The handle of the session. */
  who: string
  style: Style
  /** Removes terminal codes. */
  clean: (text: string) => string
}

const widest = 160

/** An event on one line: cursor, time, session, type and details. */
export function eventLine(
  { cursor, at, event }: LoggedEvent,
  { who, style, clean }: EventLineOptions,
): string {
  const time = new Date(at).toISOString().slice(11, 19)
  const detail = clean(shortText(detailOf(event), widest))
  return `${style.dim(`${cursor} ${time}`)} ${style.bold(clean(who))} ${event.type}${detail === '' ? '' : ` ${detail}`}`
}

/** The fields of an event; ids come last. */
function detailOf(event: LoggedEvent['event']): string {
  if (event.type === 'status.changed') {
    const { status, previousStatus, reason } = event
    const from = previousStatus === undefined ? '' : `${previousStatus} → `
    return `${from}${status}${reason === undefined ? '' : ` (${reason})`}`
  }
  if (event.type === 'transcript.chunk') {
    const { role, content, metadata } = event.chunk
    return `${role}${metadata?.['thinking'] === true ? ' thinks' : ''}: ${content}`
  }
  const { type: _, ...fields } = event
  return Object.entries(fields)
    .toSorted(([one], [other]) => Number(isId(one)) - Number(isId(other)))
    .map(([, value]) => shortValue(value, 100))
    .join(' ')
}

function isId(name: string): boolean {
  return name.endsWith('Id')
}
