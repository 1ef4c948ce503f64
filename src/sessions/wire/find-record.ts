import { CapstanError } from '../../core/capstan-error.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'
import type { Sessions } from '../sessions.ts'
import type { ParticipantRecord } from '../store/session-store.ts'

/**
 * Somebody who is kept, by id or `@handle`, also one that does not run. The handle of one that was released may have
 * another owner by now, who comes first.
 * @throws CapstanError `UNKNOWN_SESSION` with the nearest handle.
 */
export function findRecord(sessions: Sessions, reference: string): ParticipantRecord {
  const records = sessions.records()
  const handle = reference.toLowerCase()
  const found = records.filter(({ identity }) => `@${identity.handle.toLowerCase()}` === handle)
  const record =
    records.find(({ identity }) => identity.id === reference) ??
    found.find(({ status }) => status !== 'released') ??
    found.at(-1)
  if (record !== undefined) return record
  const handles = records.map(({ identity }) => `@${identity.handle}`)
  const known = handles.length === 0 ? 'There is none yet.' : `Known are ${handles.slice(0, 20).join(', ')}.`
  throw new CapstanError('UNKNOWN_SESSION', `There is no session ${reference}`, {
    hint: didYouMean(reference.startsWith('@') ? reference : `@${reference}`, handles, known),
  })
}
