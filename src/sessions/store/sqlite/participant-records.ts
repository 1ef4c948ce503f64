import type { ChannelRecord, ParticipantRecord, SessionStore } from '../session-store.ts'
import { decode, decodeFound, encode } from '../body.ts'
import type { Connection } from './connection.ts'

type Part = Pick<
  SessionStore,
  | 'putParticipant'
  | 'participant'
  | 'participants'
  | 'removeParticipant'
  | 'putChannel'
  | 'channel'
  | 'channels'
>

const putParticipant = putInto('participants', 'id')
const putChannel = putInto('channels', 'name')

/** Participants and channels. */
export function participantRecords(connection: Connection): Part {
  return {
    putParticipant: (record) => connection.run(putParticipant, record.identity.id, encode(record)),
    participant: (id) =>
      decodeFound(connection.get('SELECT body FROM participants WHERE id = ?', id)) as
        | ParticipantRecord
        | undefined,
    participants: () =>
      connection.all('SELECT body FROM participants ORDER BY number').map(decode) as ParticipantRecord[],
    removeParticipant: (id) => connection.run('DELETE FROM participants WHERE id = ?', id),

    putChannel: (record) => connection.run(putChannel, record.name, encode(record)),
    channel: (name) =>
      decodeFound(connection.get('SELECT body FROM channels WHERE name = ?', name)) as
        | ChannelRecord
        | undefined,
    channels: () =>
      connection.all('SELECT body FROM channels ORDER BY number').map(decode) as ChannelRecord[],
  }
}

/** An upsert that keeps the row number. */
function putInto(table: string, key: string): string {
  return `INSERT INTO ${table} (${key}, body) VALUES (?, ?) ON CONFLICT (${key}) DO UPDATE SET body = excluded.body`
}
