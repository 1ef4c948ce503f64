import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { definitionProfile } from '../../src/agents/facts/definition-profile.ts'
import { createClient } from '../../src/run/client.ts'
import { checkNames } from '../../src/testing/contract/check-name.ts'
import type { TestedAgent } from './agent-surroundings.ts'
import { isAsked } from './asked-agents.ts'
import { arrivedWith, expectedArrivals } from './contract-arrivals.ts'
import { reportContracts } from './contract-results.ts'
import { expectations } from './expectations.ts'
import { type HeldAgent, type HeldContract, holdToContract } from './hold-to-contract.ts'
import { runOrSkip } from './installation.ts'
import { contradictions, isWriting, observedFacts, shippedFacts, writeObserved } from './observed.ts'
import { twoAtATime } from './two-at-a-time.ts'

const { adapters } = createClient()

/** The slow ones first, so that both workers end at about the same time. */
const order: readonly TestedAgent[] = [
  ...(['openclaw', 'opencode', 'gemini', 'codex'] as const),
  ...(['omp', 'copilot', 'claude', 'pi'] as const),
]
const agents = order.filter(isAsked)

const held: Partial<Record<TestedAgent, HeldAgent>> = Object.fromEntries(
  agents.map((agent) => [agent, { broken: 'it was not tried' }]),
)

beforeAll(async () => {
  await twoAtATime(agents, async (agent) => {
    held[agent] = await holdToContract(agent, adapters.get(agent).definition)
  })
}, 5_400_000)

afterAll(() => console.log(`\n${reportContracts(held)}\n`))

// No retry: the results are already final.
describe.each(agents)('%s', { retry: 0 }, (agent) => {
  const run = (context: Pick<TestContext, 'skip'>): HeldContract => {
    const outcome = runOrSkip(held[agent] ?? { broken: 'it was not tried' }, context)
    if ('broken' in outcome) throw new Error(outcome.broken)
    return outcome
  }
  const { definition } = adapters.get(agent)

  it.for(checkNames)('%s', (name, context) => {
    const { result, reason } = run(context).report.checks.find((check) => check.name === name) ?? {}
    const [expected] = Object.entries(expectations[agent][name] ?? { passed: reason })
    expect([result, reason]).toEqual(expected)
  })

  it('sends the configured model, effort and image to the provider', (context) => {
    expect(arrivedWith(run(context).requests)).toEqual(expectedArrivals[agent])
  })

  it('contradicts no fact of the catalog', (context) => {
    const { observed: _, ...declared } = definition
    expect(contradictions(run(context).report, definitionProfile(declared))).toEqual([])
  })

  it('matches the observations in its definition', (context) => {
    const { report, version } = run(context)
    const observed = observedFacts(report, version)
    if (isWriting) writeObserved(definition, observed)
    const { at: _, ...shipped } = shippedFacts(definition) ?? {}
    const { at: __, ...seen } = observed
    expect(seen).toEqual(shipped)
  })
})
