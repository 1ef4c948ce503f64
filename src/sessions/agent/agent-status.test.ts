import { expect, it } from 'vitest'
import { StatusKeeper } from './agent-status.ts'

function keeper(): { status: StatusKeeper; told: string[] } {
  const told: string[] = []
  return {
    told,
    status: new StatusKeeper((status, reason) => void told.push([status, reason].filter(Boolean).join(': '))),
  }
}

it('follows a turn, its tools and its questions, and tells each change once', () => {
  const { status, told } = keeper()
  status.beginTurn()
  status.tools(1)
  status.tools(2)
  status.ask('r1')
  status.tools(1)
  status.answer('r1')
  status.answer('r1')
  status.tools(0)
  status.endTurn()
  expect(told).toEqual(['active', 'waiting', 'blocked', 'waiting', 'active', 'idle'])
})

it('is what hides the rest as long as that is there', () => {
  const { status, told } = keeper()
  status.beginTurn()
  status.endTurn('paused')
  status.tools(0)
  status.set('offline', 'it died')
  status.set(undefined)
  expect(told).toEqual(['active', 'paused', 'offline: it died', 'idle'])
})
