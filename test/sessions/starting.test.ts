import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSessionsLab, type SessionsLab } from '../support/agent-sessions.ts'
import { sessionReports } from '../../src/sessions/wire/session-report.ts'

let lab: SessionsLab
beforeEach(() => {
  lab = createSessionsLab()
})
afterEach(async () => await lab.remove())

const statuses = (after = 0): string[] =>
  lab.sessions.events
    .read({ after })
    .flatMap(({ event }) =>
      event.type === 'status.changed' ? [`${event.previousStatus ?? 'new'} > ${event.status}`] : [],
    )

it('a session is starting until its agent has started', async () => {
  await lab.open({}, { name: 'Bob' })
  expect(statuses()).toEqual(['new > starting', 'starting > idle'])
})

it('a session whose agent does not start has failed, and leaves no record', async () => {
  const failed = await lab
    .open({}, { name: 'Bob', words: ['--no-such-flag'] })
    .catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(Error)
  expect(statuses()).toEqual(['new > starting', 'starting > failed'])
  expect(lab.sessions.records().filter(({ kind }) => kind === 'session')).toEqual([])
})

it('a stored session is starting while its agent is started again, and messages wait', async () => {
  const bob = await lab.open({}, { name: 'Bob' })
  await bob.prompt('say hello').result()
  const { origin: snapshot } = bob
  await bob.stop('for a while')
  const { lastCursor } = lab.sessions.events
  const opening = lab.open({}, { snapshot })
  expect(sessionReports(lab.sessions).map(({ status }) => status)).toEqual(['starting'])
  const { message } = lab.person.send({ to: '@bob', text: 'say welcome' })
  expect(lab.person.receipts(message.id)[0]?.waits).toMatchObject({ message: '@bob is starting' })
  // One start at a time.
  await expect(lab.open({}, { snapshot })).rejects.toMatchObject({ code: 'SESSION_EXISTS' })
  await opening
  await expect
    .poll(() => lab.person.receipts(message.id)[0]?.delivery.state, { timeout: 20_000 })
    .toBe('delivered')
  expect(statuses(lastCursor).slice(0, 3)).toEqual(['offline > starting', 'starting > idle', 'idle > active'])
})

it('a session is starting while resume restarts its agent', async () => {
  const bob = await lab.open({}, { name: 'Bob' })
  await bob.prompt('say hello').result()
  await expect.poll(() => bob.status).toBe('idle')
  await bob
    .prompt("run sh -c 'kill -9 $PPID; sleep 5'")
    .result()
    .catch(() => undefined)
  await expect.poll(() => bob.status, { timeout: 20_000 }).toBe('offline')
  const { lastCursor } = lab.sessions.events
  await bob.resume?.()
  expect(statuses(lastCursor)).toEqual(['offline > starting', 'starting > idle'])
})
