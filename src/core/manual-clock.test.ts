import { expect, test } from 'vitest'
import { ManualClock } from './manual-clock.ts'

test('keeps its time until it is advanced', async () => {
  const clock = new ManualClock(1000)
  expect(clock.now()).toBe(1000)
  await clock.advance(250)
  await clock.advance(0)
  expect(clock.now()).toBe(1250)
})

test('wakes due sleepers in order, each at its own time', async () => {
  const clock = new ManualClock()
  const woken: [name: string, at: number][] = []
  const sleep = async (name: string, milliseconds: number): Promise<void> => {
    await clock.sleep(milliseconds)
    woken.push([name, clock.now()])
  }
  const sleeping = [sleep('c', 30), sleep('a', 10), sleep('b1', 20), sleep('b2', 20), sleep('later', 31)]
  expect(clock.sleeping).toBe(5)
  await clock.advance(30)
  expect(woken).toEqual([
    ['a', 10],
    ['b1', 20],
    ['b2', 20],
    ['c', 30],
  ])
  expect([clock.now(), clock.sleeping]).toEqual([30, 1])
  await clock.advance(1)
  await Promise.all(sleeping)
})

test('wakes a sleeper again that sleeps again within the time', async () => {
  const clock = new ManualClock()
  const beats: number[] = []
  const beating = (async () => {
    while (beats.length < 4) {
      await clock.sleep(10)
      beats.push(clock.now())
    }
  })()
  await clock.advance(35)
  expect(beats).toEqual([10, 20, 30])
  await clock.advance(5)
  await beating
  expect(beats).toEqual([10, 20, 30, 40])
})

test('rejects with the reason of the signal', async () => {
  const clock = new ManualClock()
  const controller = new AbortController()
  const aborted = clock.sleep(10, controller.signal)
  const kept = clock.sleep(20)
  controller.abort('enough')
  await expect(aborted).rejects.toBe('enough')
  expect(clock.sleeping).toBe(1)
  await expect(clock.sleep(10, controller.signal)).rejects.toBe('enough')
  await clock.advance(20)
  await kept
})

test('ignores a signal that aborts after the wake-up', async () => {
  const clock = new ManualClock()
  const controller = new AbortController()
  const sleeping = clock.sleep(10, controller.signal)
  const other = clock.sleep(50)
  await clock.advance(10)
  controller.abort('late')
  await sleeping
  expect(clock.sleeping).toBe(1)
  await clock.advance(40)
  await other
})

test('rejects a negative time', async () => {
  const clock = new ManualClock()
  const refusal = expect.objectContaining({ code: 'VALIDATION_ERROR' })
  await expect(clock.advance(-1)).rejects.toThrow(refusal)
  expect(() => clock.sleep(-1)).toThrow(refusal)
})
