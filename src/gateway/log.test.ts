import { expect, it } from 'vitest'
import { type LogEntry, loggerOf } from './log.ts'

it('writes control characters and direction marks out, so that a thread id cannot control a terminal', () => {
  const entries: LogEntry[] = []
  const logger = loggerOf((entry) => void entries.push(entry))
  const threadId = '\u001b]0;owned\u0007\u009b2J\u202eevil\nnext'
  logger({ level: 'warn', event: 'refused', threadId, runId: 'r\u0000', status: 401, message: 'no\ttoken' })
  expect(entries).toEqual([
    {
      at: expect.stringMatching(/^\d{4}-/),
      level: 'warn',
      event: 'refused',
      threadId: String.raw`\u001b]0;owned\u0007\u009b2J\u202eevil\u000anext`,
      runId: String.raw`r\u0000`,
      status: 401,
      message: String.raw`no\u0009token`,
    },
  ])
})
