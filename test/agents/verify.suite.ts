import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { checkNames } from '../../src/testing/contract/check-name.ts'
import type { TestedAgent } from '../../src/verify/setup/agent-setups.ts'
import { isDue } from './asked-agents.ts'
import { cacheFolder } from './cache.ts'
import { expectations } from './expectations.ts'
import { runOrSkip } from './installation.ts'
import { contradictions, isWriting, observedFacts, shippedFacts, writeObserved } from './observed.ts'
import { twoAtATime } from './two-at-a-time.ts'
import { type VerifiedAgent, verifyInstalled } from './verify-installed.ts'
import { verificationTable } from './verification-table.ts'

const { adapters } = createClient()

/** The slow ones first, so that both workers end at about the same time. */
const order: readonly TestedAgent[] = [
  ...(['openclaw', 'opencode', 'gemini', 'codex'] as const),
  ...(['omp', 'copilot', 'claude', 'pi'] as const),
]
const agents = order.filter(isDue)

const verified: Partial<Record<TestedAgent, VerifiedAgent>> = {}

beforeAll(async () => {
  await twoAtATime(agents, async (agent) => {
    verified[agent] = await verifyInstalled(adapters.get(agent).definition)
  })
}, 5_400_000)

afterAll(() => {
  const folder = join(cacheFolder, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'verify.json'), `${JSON.stringify(verified, undefined, 2)}\n`)
  console.log(`\n${verificationTable(verified)}\n`)
})

// No retry: the results are already final.
describe.each(agents)('%s', { retry: 0 }, (agent) => {
  const run = (
    context: Pick<TestContext, 'skip'>,
  ): Exclude<VerifiedAgent, { notRun: string } | { broken: string }> => {
    const outcome = runOrSkip(verified[agent] ?? { broken: 'it was not tried' }, context)
    if ('broken' in outcome) throw new Error(outcome.broken)
    return outcome
  }
  const { definition } = adapters.get(agent)

  it.for(checkNames)('%s', (name, context) => {
    const { result, saw } = run(context).verification.checks.find((check) => check.name === name) ?? {}
    const [expected] = Object.entries(expectations[agent][name] ?? { verified: saw })
    expect([result, saw]).toEqual(expected)
  })

  it('contradicts no fact of the catalog', (context) => {
    expect(contradictions(run(context).verification, definition)).toEqual([])
  })

  it('matches the observations in its definition', (context) => {
    const { verification, version } = run(context)
    const observed = observedFacts(verification, version)
    if (isWriting) writeObserved(definition, observed)
    const { at: _, ...shipped } = shippedFacts(definition) ?? {}
    const { at: __, ...seen } = observed
    expect(seen).toEqual(shipped)
  })
})
