import { CapstanError } from '../../core/capstan-error.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'
import type { Sessions } from '../sessions.ts'
import type { ParticipantRecord } from '../store/session-store.ts'

/**
 * A stored participant by id or `@handle`, running or not. A current owner of a handle wins over a released one.
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
  const known =
    handles.length === 0 ? 'No sessions exist yet.' : `Known sessions: ${handles.slice(0, 20).join(', ')}.`
  throw new CapstanError('UNKNOWN_SESSION', `Unknown session ${reference}`, {
    hint: didYouMean(reference.startsWith('@') ? reference : `@${reference}`, handles, known),
  })
}
