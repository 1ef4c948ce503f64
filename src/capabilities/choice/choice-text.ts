import type {
  AgentChoice,
  Choice,
  DecidedNeed,
  LossReason,
  Price,
  RankedCandidate,
  RankRule,
} from './choice.ts'
import { requirementText } from './need.ts'

/** Explains a choice: the winner with its evidence, the ranking, and every other candidate with the reasons. */
export function choiceText({ winner, ranking, losers }: Choice): string {
  const [, ...others] = ranking
  const rejected = losers.filter(({ reasons }) => reasons.some(({ type }) => type !== 'outranked'))
  return [
    winner === undefined ? 'No agent fits.' : `${choiceName(winner)}: chosen`,
    ...(winner === undefined ? [] : fitLines(winner)),
    ...others.flatMap((one) => [
      `${choiceName(one)}: fits, but ${outrankedText(one, losers)}`,
      ...fitLines(one),
    ]),
    ...rejected.flatMap((one) => [
      `${choiceName(one)}: rejected`,
      ...one.reasons.map((reason) => `  ${lossText(reason)}`),
    ]),
  ].join('\n')
}

/** The agent, with its model if one is set: `claude/opus`. */
export function choiceName({ agent, model }: AgentChoice): string {
  return model === undefined ? agent : `${agent}/${model}`
}

/** A price as text: dollars per million tokens of input and output. */
export function priceText(price: Price | undefined): string {
  if (price === undefined) return 'price unknown'
  const output = price.output === undefined ? 'unknown' : `$${price.output}`
  return `$${price.input} in, ${output} out per million tokens`
}

/** One reason in one line. */
export function lossText(reason: LossReason): string {
  switch (reason.type) {
    case 'need':
      return needText(reason)
    case 'price':
      return `${priceText(reason.price)}; the limit is ${limitText(reason.limit)}`
    case 'not-installed':
      return 'not installed'
    case 'not-logged-in':
      return reason.login === 'no' ? 'not logged in' : 'login unknown'
    case 'simulated':
      return 'simulated: calls no model'
    case 'cool-down':
      return `${reason.reason}: the provider refuses requests until ${reason.until}${reason.isReported ? '' : ' (estimated)'}`
    case 'outranked':
      return outranked[reason.rule]
    default:
      return reason satisfies never
  }
}

const outranked: Readonly<Record<RankRule, string>> = {
  installed: 'the winner is installed',
  login: 'the winner is more likely logged in',
  evidence: 'the evidence for the winner is stronger',
  'default-model': 'the winner uses its default model',
  price: 'the winner costs less per input token',
  'output-price': 'the winner costs less per output token',
  order: 'the winner comes first in the order of the agents',
}

function outrankedText(one: AgentChoice, losers: Choice['losers']): string {
  const { reasons = [] } = losers.find(({ agent, model }) => agent === one.agent && model === one.model) ?? {}
  return reasons.map(lossText).join(', ')
}

function fitLines({ price, needs }: RankedCandidate): string[] {
  return [...needs.map((need) => `  ${needText(need)}`), `  ${priceText(price)}`]
}

function needText({ need, verdict, requirement, source, value }: DecidedNeed): string {
  if (requirement === undefined) return `${need}: no capability is known by this name`
  const id = requirementText(requirement)
  const name = need === id ? id : `${need} (${id})`
  const has = requirement.value === undefined || value === undefined ? '' : `, has ${JSON.stringify(value)}`
  return `${name}: ${verdict}, ${source ?? 'no evidence yet'}${has}`
}

function limitText({ input, output }: Partial<Price>): string {
  const parts = [
    ...(input === undefined ? [] : [`$${input} in`]),
    ...(output === undefined ? [] : [`$${output} out`]),
  ]
  return parts.join(', ')
}
