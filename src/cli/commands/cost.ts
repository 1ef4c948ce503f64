import type { CostPart, ModelCost, ModelUsage } from '../../models/cost.ts'
import type { Command, Option } from '../command.ts'
import { columns } from '../output/columns.ts'
import { dollars } from '../output/numbers.ts'
import type { Output } from '../output/output.ts'
import { UsageError } from '../usage-error.ts'
import { findAgent, requiredArgument } from './agent-argument.ts'
import { agentsOption, knownModels } from './known-agents.ts'

const usage = '<agent> <model> --input <tokens> --output <tokens>'

/** Each option with its field of the usage and its part of the cost. */
const parts: readonly (Option & { field: keyof ModelUsage; part: CostPart })[] = [
  { name: 'input', field: 'inputTokens', part: 'input', help: 'input tokens not read from a cache' },
  { name: 'output', field: 'outputTokens', part: 'output', help: 'output tokens without thinking' },
  { name: 'cached', field: 'cachedInputTokens', part: 'cachedInput', help: 'input tokens read from a cache' },
  {
    name: 'cache-write',
    field: 'cacheWriteTokens',
    part: 'cacheWrite',
    help: 'input tokens written to a cache',
  },
  { name: 'thinking', field: 'thinkingTokens', part: 'thinking', help: 'thinking tokens' },
]

export const costOf: Command = {
  description:
    'Calculates what one request costs with a model of an agent. Count each token in one option only.\n' +
    'A missing price is shown as unknown, never as 0.',
  usage: `${usage} [--cached <tokens>] [--cache-write <tokens>] [--thinking <tokens>]`,
  options: [...parts.map(({ name, help }) => ({ name, help, value: '<tokens>' })), agentsOption],
  maxArguments: 2,
  examples: ['capstan cost claude opus --input 20000 --output 1500 --cached 100000'],
  async run({ values, arguments: [typedAgent, typedModel], output }) {
    const agent = await findAgent(requiredArgument(typedAgent, 'agent', `cost ${usage}`), { values })
    const name = requiredArgument(typedModel, 'model', `cost ${usage}`)
    const tokens = readTokens(values)
    const registry = await knownModels(values)
    const { model, message } = registry.validate(agent.id, name)
    const cost = registry.cost(agent.id, name, tokens)
    const modelId = model?.modelId ?? name
    output.data({ agent: agent.id, model: modelId, ...cost }, () =>
      costText(`${agent.id} with ${modelId}`, { cost, tokens, output }),
    )
    // An unknown model also has an unknown price; the note says which one is the reason.
    if (model === undefined) output.note({ note: message }, () => message)
    return 0
  },
}

function readTokens(values: ReadonlyMap<string, readonly string[]>): ModelUsage {
  const given = parts.flatMap(({ name, field }) => {
    const [typed] = values.get(name) ?? []
    return typed === undefined ? [] : [[field, countOf(name, typed)] as const]
  })
  if (given.length === 0)
    throw new UsageError('The number of tokens is missing', `Use capstan cost ${usage}.`)
  return Object.fromEntries(given)
}

function countOf(name: string, typed: string): number {
  const count = /^\d+(e\d{1,2})?$/i.test(typed) ? Number(typed) : Number.NaN
  if (Number.isSafeInteger(count)) return count
  throw new UsageError(`--${name} ${typed} is not a number of tokens`, 'Use a whole number of at least 0.')
}

function costText(
  subject: string,
  { cost, tokens, output }: { cost: ModelCost; tokens: ModelUsage; output: Output },
): string {
  const { style, width } = output
  const total = { free: 'free', unknown: 'unknown', known: dollars(cost.usd ?? 0) }[cost.status]
  const used = parts.filter(({ part }) => part in cost.parts || cost.missing.includes(part))
  const rows = used.map(({ part, field }) => [
    part,
    String(tokens[field]),
    part in cost.parts ? dollars(cost.parts[part] ?? 0).slice(1) : style.warn('unknown'),
    cost.derived.includes(part)
      ? style.dim(part === 'thinking' ? 'priced as output' : 'priced as input')
      : '',
  ])
  const head = ['PART', 'TOKENS', 'US DOLLARS', ''].map((title) => (title === '' ? '' : style.dim(title)))
  const tier = cost.tier === undefined ? [] : [`Prices for prompts above ${cost.tier} tokens.`]
  return [
    `${subject}: ${style.bold(total)}`,
    ...(rows.length === 0 ? [] : [columns([head, ...rows], { width })]),
    ...tier,
  ].join('\n')
}
