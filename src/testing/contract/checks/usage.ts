import type { AgentEvent } from '../../../events/event.ts'
import type { RunResult } from '../../../run/api/run.ts'
import type { Check } from '../context.ts'
import { failed, type Observation, passed, skipped } from '../outcome.ts'
import { ofType, readTurn, resultOf } from '../turn.ts'

/** Enough turns to distinguish a running total from counts per turn. */
const turns = 3

/** The cost of a session only rises, and tokens are counted per turn. */
export const usage: Check = async ({ session: open, prompt, signal }) => {
  const session = await open()
  const events: AgentEvent[] = []
  const results: RunResult[] = []
  for (let turn = 0; turn < turns; turn++) {
    const done = await readTurn(session.run(prompt, { signal }))
    results.push(resultOf(done))
    events.push(...done.events)
  }
  const costs = ofType(events, 'usage.updated').flatMap(({ cost }) => (cost ? [cost.amount] : []))
  const tokens = results.flatMap((result) => (result.tokens === undefined ? [] : [result.tokens]))
  const seen: Observation = {
    id: 'contract.usage',
    support: 'supported',
    value: { tokens: tokens.length > 0, cost: costs.length > 0 },
  }
  if (costs.length === 0 && tokens.length === 0) {
    return skipped('the agent reported neither tokens nor cost', { ...seen, support: 'unsupported' })
  }
  const counts = tokens.flatMap((one) => Object.values(one)).filter((count) => typeof count === 'number')
  if ([...counts, ...costs].some((amount) => !Number.isFinite(amount) || amount < 0)) {
    return failed('an amount is negative or not a number', seen)
  }
  if (costs.some((cost, index) => cost < (costs[index - 1] ?? 0))) {
    return failed(`the cost of the session fell: ${costs.join(', ')}`, seen)
  }
  const outputs = results.map((result) => result.tokens?.output ?? 0)
  if (addsUp(results, outputs)) return failed(`the tokens add up across turns: ${outputs.join(', ')}`, seen)
  return passed(
    [
      tokens.length === 0 ? 'no tokens reported' : `${outputs.join(', ')} output tokens`,
      costs.length === 0 ? 'no cost reported' : `cost up to ${costs.at(-1)}`,
    ].join('; '),
    seen,
  )
}

/** The same prompt gives a similar answer each turn, so a count that keeps growing is a running total. */
function addsUp(results: readonly RunResult[], outputs: readonly number[]): boolean {
  const lengths = results.map(({ text, thinking }) => text.length + thinking.length)
  const [first = 0, second = 0, third = 0] = outputs
  const [firstLength = 0, , thirdLength = 0] = lengths
  return first > 0 && second > first && third >= first * 2.5 && thirdLength <= firstLength * 1.25
}
