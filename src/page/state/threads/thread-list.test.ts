import { expect, it } from 'vitest'
import {
  emptyList,
  groupByAge,
  isMoving,
  type ListedThread,
  titleOf,
  withChanged,
  withNewest,
  withOlder,
  withoutThread,
} from './thread-list.ts'

function thread(id: string, updatedAt: string, more: Partial<ListedThread> = {}): ListedThread {
  return {
    id,
    agent: 'sim',
    title: id,
    createdAt: updatedAt,
    updatedAt,
    isArchived: false,
    status: 'idle',
    ...more,
  }
}

const [one, two, three] = [
  thread('one', '2026-11-17T10:00:00.000Z'),
  thread('two', '2026-11-16T10:00:00.000Z'),
  thread('three', '2026-11-01T10:00:00.000Z'),
]

it('keeps older threads when the newest are loaded again', () => {
  const first = withNewest(emptyList, { threads: [one, two], next: 'c1' })
  expect(first).toEqual({ threads: [one, two], next: 'c1', isLoaded: true })
  const all = withOlder(first, { threads: [two, three] })
  expect(all).toEqual({ threads: [one, two, three], isLoaded: true })
  const moved = thread('two', '2026-11-17T11:00:00.000Z', { status: 'running' })
  expect(withNewest(all, { threads: [moved, one], next: 'c2' })).toEqual({
    threads: [moved, one, three],
    isLoaded: true,
  })
})

it('drops threads that are gone when the whole list fits one page', () => {
  const all = withNewest(emptyList, { threads: [one, two, three] })
  expect(withNewest(all, { threads: [one] })).toEqual({ threads: [one], isLoaded: true })
})

it('shows a renamed thread, and moves an archived one out of the list', () => {
  const list = withNewest(emptyList, { threads: [one, two] })
  const renamed = { ...one, title: 'New name' }
  expect(withChanged(list, renamed, { showsArchived: false }).threads).toEqual([renamed, two])
  expect(withChanged(list, { ...one, isArchived: true }, { showsArchived: false }).threads).toEqual([two])
  expect(withoutThread(list, 'two').threads).toEqual([one])
})

it('knows whether a thread changes by itself', () => {
  expect(isMoving(withNewest(emptyList, { threads: [one] }))).toBe(false)
  expect(
    isMoving(withNewest(emptyList, { threads: [thread('x', one.updatedAt, { status: 'waiting' })] })),
  ).toBe(true)
})

it('groups threads by age in local time', () => {
  const now = new Date(2026, 10, 17, 12)
  const at = (day: number, hour: number): string => new Date(2026, 10, day, hour).toISOString()
  const groups = groupByAge(
    [thread('a', at(17, 0)), thread('b', at(16, 23)), thread('c', at(12, 1)), thread('d', at(1, 1))],
    now,
  )
  expect(groups.map(({ name, threads }) => [name, threads.map(({ id }) => id)])).toEqual([
    ['Today', ['a']],
    ['Yesterday', ['b']],
    ['Previous 7 days', ['c']],
    ['Older', ['d']],
  ])
})

it('has a title for a thread without one', () => {
  expect(titleOf({ title: ' ' })).toBe('Untitled chat')
})
