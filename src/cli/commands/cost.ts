import type { CostPart, ModelCost, ModelUsage } from '../../models/cost.ts'
import type { Command, Option } from '../command.ts'
import { columns } from '../output/columns.ts'
import { dollars } from '../output/numbers.ts'
import type { Output } from '../output/output.ts'
import { UsageError } from '../usage-error.ts'
import { findAgent, requiredArgument } from './agent-argument.ts'
import { agentsOption, knownModels } from './known-agents.ts'

const usage = '<agent> <model> --input <tokens> --output <tokens>'

/** Each option with the tokens it gives and what they are called in the cost. */
const parts: readonly (Option & { field: keyof ModelUsage; part: CostPart })[] = [
  { name: 'input', field: 'inputTokens', part: 'input', help: 'sent and not read from a cache' },
  { name: 'output', field: 'outputTokens', part: 'output', help: 'written, without thinking' },
  { name: 'cached', field: 'cachedInputTokens', part: 'cachedInput', help: 'sent and read from a cache' },
  { name: 'cache-write', field: 'cacheWriteTokens', part: 'cacheWrite', help: 'sent and written to a cache' },
  { name: 'thinking', field: 'thinkingTokens', part: 'thinking', help: 'thought' },
]

export const costOf: Command = {
  description:
    'Says what one request costs with a model behind an agent. No token is counted twice.\n' +
    'A price that is not known is unknown, never 0.',
  usage: `${usage} [--cached <tokens>] [--cache-write <tokens>] [--thinking <tokens>]`,
  options: [
    ...parts.map(({ name, help }) => ({ name, help: `tokens ${help}`, value: '<tokens>' })),
    agentsOption,
  ],
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
    // The price of what cannot be found is unknown too, and the reader should know which it is.
    if (model === undefined) output.note({ note: message }, () => message)
    return 0
  },
}

function readTokens(values: ReadonlyMap<string, readonly string[]>): ModelUsage {
  const given = parts.flatMap(({ name, field }) => {
    const [typed] = values.get(name) ?? []
    return typed === undefined ? [] : [[field, countOf(name, typed)] as const]
  })
  if (given.length === 0) throw new UsageError('No tokens are given', `Use capstan cost ${usage}.`)
  return Object.fromEntries(given)
}

function countOf(name: string, typed: string): number {
  const count = /^\d+(e\d{1,2})?$/i.test(typed) ? Number(typed) : Number.NaN
  if (Number.isSafeInteger(count)) return count
  throw new UsageError(`--${name} ${typed} is not a number of tokens`, 'Give a whole number of at least 0.')
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
  const head = ['PART', 'TOKENS', 'US DOLLARS', ''].map((word) => (word === '' ? '' : style.dim(word)))
  const tier = cost.tier === undefined ? [] : [`At the prices of prompts above ${cost.tier} tokens.`]
  return [
    `${subject}: ${style.bold(total)}`,
    ...(rows.length === 0 ? [] : [columns([head, ...rows], { width })]),
    ...tier,
  ].join('\n')
}
