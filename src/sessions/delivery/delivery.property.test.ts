import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeliveryLab, type Step } from '../../../test/support/sessions/delivery-lab.ts'
import type { Answer, Mode, ModelPolicy } from '../../../test/support/sessions/delivery-model.ts'
import { SharedDeliveryLab } from '../../../test/support/sessions/shared-delivery-lab.ts'
import { TestServer } from '../../../test/support/sessions/test-server.ts'
import { createMemoryStore } from '../store/memory.ts'
import type { SessionStore } from '../store/session-store.ts'
import { openSqliteStore } from '../store/sqlite.ts'

/** Some seconds by default; run all with CAPSTAN_DELIVERY_SCHEDULES=10000. */
const schedules = Number(process.env['CAPSTAN_DELIVERY_SCHEDULES'] ?? 800)
/** `npm run test:fleet` has a PostgreSQL server. */
const hasServer = process.env['CAPSTAN_TEST_POSTGRES'] !== undefined
/** A schedule on a disk or a server takes longer. */
const onDisk = Number(process.env['CAPSTAN_DELIVERY_SCHEDULES'] ?? (hasServer ? 30 : 100))

const sender = fc.constantFrom('ann', 'ben')
const recipient = fc.constantFrom('xi', 'yu')
const mode: fc.Arbitrary<Mode> = fc.constantFrom(
  'immediate',
  'next-message',
  'next-tool-call',
  'on-idle',
  'manual',
)

const answer: fc.Arbitrary<Answer> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Answer>({ does: 'deliver' }) },
  {
    weight: 6,
    arbitrary: fc
      .constantFrom('deliver-and-work', 'refuse', 'retry', 'throw', 'accept', 'hang', 'garble', 'crash')
      .map((does): Answer => ({ does })),
  },
  { weight: 2, arbitrary: fc.constantFrom(-5, 0, 300, 7000).map((by): Answer => ({ does: 'defer', by })) },
)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      sender,
      recipient,
      mode,
      urgent: fc.boolean(),
      lasts: fc.constantFrom(1, 3000, 20_000, 100_000),
      answers: fc.array(answer, { maxLength: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('status' as const),
      recipient,
      status: fc.constantFrom('active', 'idle', 'waiting', 'blocked'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('reach' as const),
      recipient,
      mode: fc.constantFrom('next-message', 'next-tool-call', 'manual'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      by: fc.constantFrom(1, 999, 1000, 2500, 5000, 30_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('pause', 'resume'), recipient }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), recipient }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('crash' as const), sends: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('finish' as const),
      which: fc.nat(20),
      does: fc.constantFrom('deliver', 'refuse', 'retry'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('redeliver', 'settle-delivered', 'settle-dead'),
      which: fc.nat(20),
    }),
  },
)

const policy: fc.Arbitrary<ModelPolicy> = fc.record({
  inDoubt: fc.constantFrom('hold', 'redeliver'),
  onRelease: fc.constantFrom('dead-letter', 'requeue'),
  maxAttempts: fc.integer({ min: 1, max: 3 }),
  backoff: fc.constant(1000),
  attemptTimeout: fc.constant(5000),
})

const schedule = fc.array(step, { minLength: 1, maxLength: 40, size: 'max' })

/** Runs all schedules. `run` resolves to the number of messages that surfaced; resolves to that of all schedules. */
async function runAll(
  run: (rules: ModelPolicy, steps: readonly Step[]) => Promise<number>,
  numRuns = schedules,
): Promise<number> {
  let surfaced = 0
  await fc.assert(
    fc.asyncProperty(policy, schedule, async (rules, steps) => {
      surfaced += await run(rules, steps)
    }),
    { numRuns },
  )
  if (process.env['CAPSTAN_DELIVERY_SCHEDULES'] !== undefined)
    process.stdout.write(`${numRuns} schedules, ${surfaced} messages surfaced\n`)
  return surfaced
}

async function runWithModel(
  store: SessionStore,
  rules: ModelPolicy,
  steps: readonly Step[],
): Promise<number> {
  const lab = new DeliveryLab(rules, store)
  for (const each of steps) {
    await lab.take(each)
    lab.compare()
  }
  await lab.end()
  lab.compare()
  lab.checkEnd()
  return lab.surfaced
}

test.skipIf(hasServer)(
  `${schedules} schedules go as the rules say, in memory`,
  { timeout: 600_000 },
  async () => {
    const surfaced = await runAll((rules, steps) => runWithModel(createMemoryStore(), rules, steps))
    // Schedules that deliver hardly anything prove little.
    expect(surfaced).toBeGreaterThan(schedules)
  },
)

test.skipIf(hasServer)(
  `${onDisk} schedules go as the rules say, in SQLite`,
  { timeout: 3_600_000 },
  async () => {
    const surfaced = await runAll(async (rules, steps) => {
      const folder = mkdtempSync(join(tmpdir(), 'capstan-schedule-'))
      const store = openSqliteStore({ path: join(folder, 'store.db') })
      try {
        return await runWithModel(store, rules, steps)
      } finally {
        store.close()
        rmSync(folder, { recursive: true, force: true })
      }
    }, onDisk)
    expect(surfaced).toBeGreaterThan(onDisk)
  },
)

test.runIf(hasServer)(
  `${onDisk} schedules lose and repeat nothing when the next node takes over after each crash`,
  { timeout: 7_200_000 },
  async () => {
    await using server = new TestServer()
    await using connections = server.connections()
    const place = { server, connections, schema: server.schema() }
    const surfaced = await runAll(async (rules, steps) => {
      const lab = new SharedDeliveryLab(rules, place)
      try {
        for (const each of steps) await lab.take(each)
        await lab.end()
        expect(lab.violations).toEqual([])
        return lab.surfaced
      } finally {
        await lab.close()
      }
    }, onDisk)
    expect(surfaced).toBeGreaterThan(onDisk)
  },
)
