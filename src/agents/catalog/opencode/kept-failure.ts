import { fieldsOf, textOf } from '../../command-line/read-values.ts'
import type { AgentFailure } from '../../command-line/provider-failure.ts'
import type { StoredSession } from '../../command-line/stored-usage.ts'
import { readRow } from './database.ts'
import { opencodeFailure } from './failure.ts'

const query =
  "select data from message where session_id = ? and json_extract(data, '$.role') = 'assistant' order by time_created desc, id desc limit 1"

/** The error of the last answer in the database: ACP has only its text. */
export async function readKeptFailure(session: StoredSession): Promise<AgentFailure | undefined> {
  try {
    const row = await readRow(session, query)
    const { error } = fieldsOf(JSON.parse(textOf(row?.data) ?? '{}'))
    return error === undefined ? undefined : opencodeFailure(fieldsOf(error)).error
  } catch {
    // Fall back to the text from ACP.
    return undefined
  }
}
