import type { Choice, RankedCandidate } from '../../capabilities/choice/choice.ts'
import type { ChooseAgentOptions } from '../../run/choice/choose-agent.ts'
import type { Command, Invocation } from '../command.ts'
import type { Output } from '../output/output.ts'
import { agentsOption, openClient } from './known-agents.ts'
import { choiceOptions, needOption } from './run/option-list.ts'
import { amountOption, listOption } from './run/values.ts'

export const pick: Command = {
  description:
    'Chooses an agent that has what you need, from evidence and prices. Unknown support does not count, and an unknown\n' +
    'price exceeds every limit. Prices are US dollars per million tokens. Exits with 6 if no agent fits.',
  usage: '[--need <capability>]… [--max-price <dollars>]',
  options: [
    needOption,
    ...choiceOptions,
    {
      name: 'max-output-price',
      value: '<dollars>',
      help: 'highest price of the model, in US dollars per million output tokens',
    },
    { name: 'model', short: 'm', value: '<model>', help: 'only agents that have this model' },
    { name: 'installed', help: 'only installed agents' },
    { name: 'logged-in', help: 'only agents with a sign of a login' },
    { name: 'explain', help: 'show the evidence, the ranking and why every other agent lost' },
    agentsOption,
  ],
  maxArguments: 0,
  examples: [
    'capstan pick --need "json schema" --need prompt.image --max-price 3',
    'capstan pick --need thinking.effort=high --installed --explain',
    'capstan pick --need prompt.image --installed --cheapest',
    'capstan run auto --need "json schema" "list the exported functions"',
  ],
  async run({ values, output }) {
    const client = await openClient(values)
    const choice = await client.choose(listOption(values, 'need') ?? [], limitsOf(values))
    const { choiceName, choiceText, priceText } = await import('../../capabilities/choice/choice-text.ts')
    const isAvailable = async (agent: string): Promise<boolean> =>
      (await client.detect()).some(({ id, available }) => id === agent && available)
    const { winner } = choice
    const install = winner === undefined || (await isAvailable(winner.agent)) ? undefined : winner.agent
    output.data(choice, () => {
      if (values.has('explain')) return choiceText(choice)
      return shortText(choice, { output, name: choiceName, price: ({ price }) => priceText(price), install })
    })
    return winner === undefined ? 6 : 0
  },
}

/** The limits on a command line. */
export function limitsOf(values: Invocation['values']): ChooseAgentOptions {
  const limits: { [Name in keyof ChooseAgentOptions]?: ChooseAgentOptions[Name] | undefined } = {
    maxPrice: amountOption(values, 'max-price'),
    maxOutputPrice: amountOption(values, 'max-output-price'),
    model: values.get('model')?.[0],
    installed: values.has('installed') || undefined,
    loggedIn: values.has('logged-in') || undefined,
    allowUnknown: values.has('allow-unknown') || undefined,
    cheapest: values.has('cheapest') || undefined,
  }
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
}

interface ShortTextOptions {
  readonly output: Output
  readonly name: (one: RankedCandidate) => string
  readonly price: (one: RankedCandidate) => string
  /** The winner, if it is not installed. */
  readonly install: string | undefined
}

/** A long list of models that fit helps nobody. */
const mostOthers = 5

function shortText({ winner, ranking, losers }: Choice, options: ShortTextOptions): string {
  const { output, name, price, install } = options
  const rejected = losers.length - Math.max(0, ranking.length - 1)
  const hint = output.style.dim(`${rejected} others do not fit; --explain shows why.`)
  if (winner === undefined) return `No agent fits.\n${output.style.dim('--explain shows why.')}`
  const others = ranking.slice(1, mostOthers + 1).map(name)
  const more = ranking.length - 1 - others.length
  return [
    `${output.style.bold(name(winner))}  ${price(winner)}`,
    ...(install === undefined ? [] : [`Not installed. Try: capstan install ${install}`]),
    ...(others.length === 0 ? [] : [`Next: ${others.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]),
    hint,
  ].join('\n')
}
