import { expect, it } from 'vitest'
import { StatusKeeper } from './agent-status.ts'

function keeper(): { status: StatusKeeper; reported: string[] } {
  const reported: string[] = []
  return {
    reported,
    status: new StatusKeeper(
      (status, reason) => void reported.push([status, reason].filter(Boolean).join(': ')),
    ),
  }
}

it('follows a turn, its tools and its questions, and reports each change once', () => {
  const { status, reported } = keeper()
  status.beginTurn()
  status.tools(1)
  status.tools(2)
  status.ask('r1')
  status.tools(1)
  status.answer('r1')
  status.answer('r1')
  status.tools(0)
  status.endTurn()
  expect(reported).toEqual(['active', 'waiting', 'blocked', 'waiting', 'active', 'idle'])
})

it('hides the turn while an outer status is set', () => {
  const { status, reported } = keeper()
  status.beginTurn()
  status.endTurn('paused')
  status.tools(0)
  status.set('offline', 'it died')
  status.set(undefined)
  expect(reported).toEqual(['active', 'paused', 'offline: it died', 'idle'])
})

it('returns to the previous status if the agent does not start again', async () => {
  const changes: string[] = []
  const status = new StatusKeeper((now, reason) => void changes.push(`${now} ${reason ?? ''}`.trim()))
  status.set('offline')
  const failed = status.starting(() => Promise.reject(new Error('no program')))
  await expect(failed).rejects.toThrow('no program')
  expect(changes).toEqual(['offline', 'starting', 'offline no program'])
})
