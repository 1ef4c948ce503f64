import { join } from 'node:path'
import { sqliteThreadStore } from '../../src/gateway/threads/sqlite-thread-store.ts'
import { openSqliteStore } from '../../src/sessions/store/sqlite.ts'
import type { GatewayLab, OpenGateway } from './gateway-lab.ts'

/** A turn of the sim that asks for permission. */
export const asks = {
  prompts: [
    [
      { step: 'text' as const, text: 'May I?' },
      {
        step: 'permission' as const,
        title: 'Do it',
        options: [
          { optionId: 'yes', name: 'Yes', kind: 'allow_once' as const },
          { optionId: 'no', name: 'No', kind: 'reject_once' as const },
        ],
      },
    ],
  ],
}

/** A turn of the sim that asks for permission and continues whatever the answer is. */
export const asksAndContinues = {
  prompts: [[...asks.prompts.flat(), { step: 'text' as const, text: 'Then without it.' }]],
}

/** A gateway that stores threads and sessions in files, as `serve --keep-sessions` does; opened again, it continues with them. */
export function openStored(
  lab: GatewayLab,
  scenario: object = {},
  options: object = {},
): Promise<OpenGateway> {
  const file = (name: string): string => join(lab.lab.workspace, '..', name)
  return lab.open(scenario, {
    store: sqliteThreadStore(file('threads.db')),
    sessionStore: openSqliteStore({ path: file('sessions.db') }),
    loginsFile: file('logins.json'),
    ...options,
  })
}

/** The texts of a person and an agent among messages of a client. */
export function saidIn(messages: readonly Record<string, unknown>[]): string[] {
  return messages.flatMap(({ role, content }) =>
    isSpoken(role) && typeof content === 'string' ? [spoken(content)] : [],
  )
}

const isSpoken = (role: unknown): boolean => role === 'user' || role === 'assistant'

/** Without the line in which the sim reports the answer to its question. */
const spoken = (content: string): string => content.replace(/^session\/request_permission: .*\n/, '').trim()
