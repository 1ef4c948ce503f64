import type { AgentEvent } from '../../../events/event.ts'
import type { RunResult } from '../../../run/api/run.ts'
import type { Check } from '../check.ts'
import type { CheckContext } from '../context.ts'
import { type CheckOutcome, notApplicable, type Observation, refuted, verified } from '../outcome.ts'
import { ofType, readTurn, resultOf } from '../turn.ts'

/** Enough turns to distinguish a running total from counts per turn. */
const turns = 3

/** The cost of a session only rises, and tokens are counted per turn. */
export const usage: Check = {
  title: 'the same prompt is sent three times in one session',
  expected: 'a cost that does not fall, and the tokens of each turn',
  sim: 'say this again',
  marks: '{mark} [[usage: 100 20]] [[text: Hello once more]]',
  run: threeTurns,
}

async function threeTurns({ session: open, prompt, signal }: CheckContext): Promise<CheckOutcome> {
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
    return notApplicable('the agent reported neither tokens nor cost', { ...seen, support: 'unsupported' })
  }
  const counts = tokens.flatMap((one) => Object.values(one)).filter((count) => typeof count === 'number')
  if ([...counts, ...costs].some((amount) => !Number.isFinite(amount) || amount < 0)) {
    return refuted('an amount is negative or not a number', seen)
  }
  if (costs.some((cost, index) => cost < (costs[index - 1] ?? 0))) {
    return refuted(`the cost of the session fell: ${costs.join(', ')}`, seen)
  }
  const outputs = results.map((result) => result.tokens?.output ?? 0)
  if (addsUp(results, outputs)) return refuted(`the tokens add up across turns: ${outputs.join(', ')}`, seen)
  return verified(
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
