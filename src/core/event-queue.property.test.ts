import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CapstanError } from './capstan-error.ts'
import { EventQueue } from './event-queue.ts'

const capacity = fc.integer({ min: 1, max: 20 })

function outcomeOf(push: () => Promise<void> | undefined): string {
  try {
    return push() === undefined ? 'free' : 'full'
  } catch (error) {
    return error instanceof CapstanError ? error.code : String(error)
  }
}

test('delivers every item once and in order, for any order of push and next', async () => {
  const step = fc.constantFrom('push', 'push', 'next')
  await fc.assert(
    fc.asyncProperty(capacity, fc.array(step, { maxLength: 100 }), async (limit, steps) => {
      const queue = new EventQueue<number>({ capacity: limit })
      const reader = queue[Symbol.asyncIterator]()
      const answers: Promise<IteratorResult<number, undefined>>[] = []
      let pushed = 0
      const outcomes: string[] = []
      const expected: string[] = []
      for (const kind of steps) {
        const size = Math.max(0, pushed - answers.length)
        if (kind === 'next') {
          answers.push(reader.next())
          continue
        }
        outcomes.push(`${queue.size} ${outcomeOf(() => queue.push(pushed))}`)
        if (size === limit) expected.push(`${size} QUEUE_OVERFLOW`)
        else expected.push(`${size} ${++pushed - answers.length === limit ? 'full' : 'free'}`)
      }
      expect(outcomes).toEqual(expected)
      queue.end()
      while (answers.length <= pushed) answers.push(reader.next())
      const results = await Promise.all(answers)
      expect(results.filter(({ done }) => !done).map(({ value }) => value)).toEqual(
        Array.from({ length: pushed }, (_, item) => item),
      )
      expect(results.slice(pushed).every(({ done }) => done)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick++) await Promise.resolve()
}

test('loses no item between a producer that awaits push and a reader of any pace', async () => {
  const pace = fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(capacity, pace, pace, async (limit, producing, reading) => {
      const total = 100
      const queue = new EventQueue<number>({ capacity: limit })
      const sizes: number[] = []
      const producer = async (): Promise<void> => {
        for (let item = 0; item < total; item++) {
          await ticks(producing[item % producing.length] ?? 0)
          await queue.push(item)
          sizes.push(queue.size)
        }
        queue.end()
      }
      const read: number[] = []
      const reader = async (): Promise<void> => {
        for await (const item of queue) {
          read.push(item)
          await ticks(reading[item % reading.length] ?? 0)
        }
      }
      await Promise.all([producer(), reader()])
      expect(read).toEqual(Array.from({ length: total }, (_, item) => item))
      expect(Math.max(...sizes)).toBeLessThanOrEqual(limit)
    }),
    { numRuns: 300 },
  )
})
