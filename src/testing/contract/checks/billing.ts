import { type Check, withoutProvider } from '../check.ts'
import { notApplicable, refuted, verified } from '../outcome.ts'
import { turnRequests } from '../provider-requests.ts'
import { ofType, resultOf } from '../turn.ts'

/** Two answers with numbers of their own, so that none can be left out or counted twice unseen. */
const [first, second] = [
  { input: 1301, output: 41 },
  { input: 2203, output: 53 },
]
const billed = { input: first.input + second.input, output: first.output + second.output }
/** What the provider bills for an answer to a side request, such as a title. */
const sideUsage = { input: 10, output: 5 }
const marks = `{mark} [[usage: ${first.input} ${first.output}]] [[shell: echo one]] [[usage: ${second.input} ${second.output}]] [[text: Done]]`

/** The reported tokens are those of the provider. */
export const billedTokens: Check = {
  title: 'the model answers twice in a turn, with known token counts',
  expected: `${billed.input} input and ${billed.output} output tokens reported`,
  marks,
  run: async ({ prompt, turn, requests }) => {
    if (prompt === '') return withoutProvider
    const { tokens } = resultOf(await turn({ permissions: 'allow' }))
    const sent = requests()
    if (sent === undefined) return withoutProvider
    const id = 'contract.billed-tokens'
    if (tokens?.output === undefined || tokens.input === undefined) {
      return notApplicable('the agent reported no tokens', { id, support: 'unsupported' })
    }
    const sides = sent.filter(({ wire }) => wire !== undefined).length - turnRequests(sent).length
    const saw = `${tokens.input} input and ${tokens.output} output tokens`
    for (let counted = 0; counted <= sides; counted++) {
      const isInput = tokens.input === billed.input + counted * sideUsage.input
      if (isInput && tokens.output === billed.output + counted * sideUsage.output) {
        return verified(counted === 0 ? saw : `${saw}, with those of side requests`, {
          id,
          support: 'supported',
        })
      }
    }
    const ratio = ((tokens.input + tokens.output) / (billed.input + billed.output)).toFixed(2)
    return refuted(`${saw}: ${ratio} of what the provider billed`, { id, support: 'unsupported' })
  },
}

/** The largest difference between the reported cost and the prices, as a part of the cost. */
const tolerance = 0.02

/** The reported cost is that of the billed tokens at the prices of the model. */
export const reportedCost: Check = {
  title: 'the agent reports the cost of a turn',
  expected: 'the cost of the billed tokens at the list prices of the model',
  marks,
  run: async ({ client, agent, prompt, turn, requests }) => {
    if (prompt === '') return withoutProvider
    const done = await turn({ permissions: 'allow' })
    resultOf(done)
    const costs = ofType(done.events, 'usage.updated').flatMap(({ cost }) =>
      cost && cost.source !== 'computed' ? [cost] : [],
    )
    const reported = costs.at(-1)
    if (reported === undefined) return notApplicable('the agent reported no cost')
    const model = turnRequests(requests() ?? []).at(-1)?.model ?? ''
    const prices = [first, second].map(({ input, output }) =>
      client.models.cost(agent, model, { inputTokens: input, outputTokens: output }),
    )
    const expected = prices.reduce((sum, { usd }) => sum + (usd ?? Number.NaN), 0)
    const seen = { id: 'contract.cost', support: 'supported' } as const
    if (Number.isNaN(expected))
      return verified(`${reported.amount} ${reported.currency}; no list price is known`)
    return Math.abs(reported.amount - expected) <= expected * tolerance
      ? verified(`${reported.amount} ${reported.currency} for ${model}`, seen)
      : refuted(`${reported.amount} ${reported.currency} instead of ${expected} for ${model}`, {
          ...seen,
          support: 'unsupported',
        })
  },
}
