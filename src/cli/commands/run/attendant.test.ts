import { expect, it } from 'vitest'
import { CapstanError } from '../../../core/capstan-error.ts'
import type { AgentEvent } from '../../../events/event.ts'
import type { ElicitationAnswer, PermissionAnswer } from '../../../run/api/run.ts'
import { Attendant } from './attendant.ts'

const question = (requestId: string): AgentEvent => ({ type: 'permission.requested', requestId, options: [] })
const resolved = (requestId: string): AgentEvent => ({
  type: 'permission.resolved',
  requestId,
  outcome: { type: 'cancelled' },
})
const said = (text: string): AgentEvent => ({ type: 'text.delta', text })

interface Asked {
  id: string
  signal: AbortSignal
  answer: (answer: PermissionAnswer) => void
}

/** An attendant whose person answers when the test says so. */
function attend({ asksPermission = true, attended = true, isOpen = true } = {}) {
  const log: string[] = []
  const asked: Asked[] = []
  const attendant = new Attendant({
    run: {
      respond: (id: string, answer: PermissionAnswer | ElicitationAnswer) => {
        if (!isOpen) throw new CapstanError('REQUEST_NOT_OPEN', 'gone')
        log.push(`respond ${id} ${JSON.stringify(answer)}`)
      },
    },
    show: (event) => {
      const { type, ...fields } = event as { type: string; requestId?: string; text?: string }
      log.push(`${type} ${fields.requestId ?? fields.text ?? ''}`.trim())
    },
    asksPermission,
    ...(attended
      ? {
          ask: ({ requestId }, signal) =>
            new Promise((answer) => {
              asked.push({ id: requestId, signal, answer })
              signal.addEventListener('abort', () => answer('cancel'), { once: true })
            }),
        }
      : {}),
  })
  return { attendant, log, asked }
}

it('shows no events during a question, and one question at a time', async () => {
  const { attendant, log, asked } = attend()
  for (const event of [said('a'), question('1'), said('b'), question('2'), said('c')])
    void attendant.take(event)
  expect(log).toEqual(['text.delta a', 'permission.requested 1'])
  asked[0]?.answer('allow')
  await Promise.resolve()
  await expect.poll(() => asked.length).toBe(2)
  expect(log.slice(2)).toEqual(['respond 1 "allow"', 'text.delta b', 'permission.requested 2'])
  asked[1]?.answer('deny')
  await attendant.settled()
  expect(log.slice(5)).toEqual(['respond 2 "deny"', 'text.delta c'])
})

it('withdraws a question that was resolved elsewhere, also a waiting one', async () => {
  const { attendant, log, asked } = attend()
  for (const event of [question('1'), question('2'), resolved('2'), resolved('1')]) void attendant.take(event)
  await attendant.settled()
  expect(asked.map(({ id, signal }) => [id, signal.aborted])).toEqual([['1', true]])
  expect(log).toEqual([
    'permission.requested 1',
    'permission.requested 2',
    'permission.resolved 2',
    'permission.resolved 1',
  ])
})

it('withdraws every question at the end of the run', async () => {
  const { attendant, log, asked } = attend()
  const finish: AgentEvent = { type: 'finish', stopReason: 'cancelled' }
  for (const event of [question('1'), question('2'), finish]) void attendant.take(event)
  await attendant.settled()
  expect(asked).toHaveLength(1)
  expect(log).toEqual(['permission.requested 1', 'permission.requested 2', 'finish'])
})

it('makes the agent wait when the buffer is full', async () => {
  const { attendant, asked } = attend()
  void attendant.take(question('1'))
  let waiting: Promise<void> | undefined
  for (let count = 0; count <= 1000; count++) waiting = attendant.take(said('x'))
  expect(waiting).toBeInstanceOf(Promise)
  asked[0]?.answer('allow')
  await waiting
  expect(attendant.take(said('y'))).toBeUndefined()
})

it('leaves permissions to the policy, and cancels questions that no person can answer', () => {
  const { attendant, log } = attend({ asksPermission: false, attended: false })
  void attendant.take(question('1'))
  void attendant.take({ type: 'elicitation.requested', requestId: 'e', mode: 'form', message: '?' })
  expect(log).toEqual(['permission.requested 1', 'elicitation.requested e', 'respond e {"action":"cancel"}'])
})

it('ignores a late answer', async () => {
  const { attendant, asked } = attend({ isOpen: false })
  void attendant.take(question('1'))
  asked[0]?.answer('allow')
  await expect(attendant.settled()).resolves.toBeUndefined()
})
