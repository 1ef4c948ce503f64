import { expect, it } from 'vitest'
import { testAgent, testHost, type A2EAgent } from '../../../../test/support/a2e.ts'
import { defineTool } from '../tools/tool.ts'
import { toolsPlugin } from '../tools/tools-plugin.ts'
import { chainsPlugin, type ChainsPluginOptions } from './chains-plugin.ts'

const say = defineTool({
  name: 'say',
  description: 'Returns its input',
  parameters: { type: 'object' },
  run: ({ value = null }) => value,
})

async function agents(options: ChainsPluginOptions = {}): Promise<{ agent: A2EAgent; other: A2EAgent }> {
  const host = await testHost({ plugins: [chainsPlugin(options), toolsPlugin({ tools: [say] })] })
  const capabilities = ['chains', 'tools']
  return { agent: await testAgent(host, capabilities), other: await testAgent(host, capabilities) }
}

const list = Array.from({ length: 1000 }, (_, index) => index)

/** Maps within maps: each level runs the next for every item. */
function nestedMaps(levels: number): Record<string, unknown>[] {
  const maps = Array.from({ length: levels }, (_, level) => ({
    node_id: `map${level}`,
    kind: 'map',
    items_path: 'input.list',
    map_node: level === levels - 1 ? 'one' : `map${level + 1}`,
  }))
  return [...maps, { node_id: 'one', kind: 'tool', name: 'say', input_map: { value: 'index' } }]
}

const slow = 'length(input.list[?length($.input.list[?length($.input.list[?@ > `5000`]) > `0`]) > `0`])'

const compute = (value: string): Record<string, unknown>[] => [
  { node_id: 'one', kind: 'tool', name: 'say', input_map: { value } },
]

it('ends a chain that runs too many nodes, whatever follows an error', async () => {
  const { agent } = await agents({ maxNodeRuns: 1500 })
  const [map, ...rest] = nestedMaps(3)
  const nodes = [{ ...map, on_error: 'skip' }, ...rest]
  expect(await agent.ask('chain/req', { nodes, initial_input: { list }, streaming: false })).toMatchObject({
    success: false,
    nodes_run: 1500,
    error: { node_id: 'map0', cause: 'chain_limit', message: 'The chain ran more than 1500 nodes' },
  })
})

it('answers other sessions while chains compute, and ends them at their timeout', async () => {
  const { agent, other } = await agents({ maxNodeRuns: 1_000_000_000 })
  const chain = { nodes: nestedMaps(3), initial_input: { list }, streaming: false, timeout: 1 }
  const chains = [agent.refusal('chain/req', chain), agent.refusal('chain/req', chain)]
  const state = { isComputing: true }
  void Promise.all(chains).then(() => (state.isComputing = false))
  let answers = 0
  while (state.isComputing) {
    await other.ask('tool/call/req', { tool_name: 'say', arguments: {} })
    answers += 1
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  expect(answers).toBeGreaterThan(2)
  expect(await Promise.all(chains)).toMatchObject([{ code: 'timeout' }, { code: 'timeout' }])
})

it.each([
  ['computes for a long time', slow, /longer than/],
  ['needs much memory', 'input.list[*].[$.input.list[*].[$.input.list[*].[@]]]', /longer|memory/],
  ['pads a text by 500 MB', "pad_left('a', `500000000`)", /longer than|memory|more than/],
  ['doubles its result', `input.list | ${'[@,@] | '.repeat(30)}to_string(@)`, /longer|memory|string/],
])('stops an expression that %s, and evaluates the next', async (_what, expression, message) => {
  const { agent } = await agents({ expressionTimeout: 2000 })
  const initial_input = { list }
  const text: unknown = expect.stringMatching(message)
  expect(await agent.ask('chain/req', { nodes: compute(expression), initial_input })).toMatchObject({
    success: false,
    error: { code: 'chain_node_error', message: text },
  })
  expect(await agent.ask('chain/req', { nodes: compute('sum(input.list)'), initial_input })).toMatchObject({
    success: true,
    final_output: 499_500,
  })
})

it('evaluates the expressions of other sessions between those of one', async () => {
  const { agent, other } = await agents({ expressionTimeout: 200 })
  const initial_input = { list }
  const order: string[] = []
  const many = Array.from({ length: 4 }, () =>
    agent.ask('chain/req', { nodes: compute(slow), initial_input }).then(() => order.push('slow')),
  )
  const quick = other
    .ask('chain/req', { nodes: compute('max(input.list)'), initial_input })
    .then(() => order.push('quick'))
  await Promise.all([...many, quick])
  expect(order.indexOf('quick')).toBeLessThan(2)
})

it('ends a chain whose outputs are too large', async () => {
  const { agent } = await agents()
  const text = 'x'.repeat(200_000)
  const nodes = [
    { node_id: 'map', kind: 'map', items_path: 'input.items', map_node: 'one' },
    { node_id: 'one', kind: 'tool', name: 'say', input_map: { value: 'input.text' } },
  ]
  const initial_input = { items: list.slice(0, 50), text }
  expect(await agent.ask('chain/req', { nodes, initial_input, streaming: false })).toMatchObject({
    success: false,
    error: { message: 'The outputs of the chain have more than 4194304 characters' },
  })
})

it('refuses more than 5000 expressions', async () => {
  const { agent } = await agents()
  const input_map = Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`v${index}`, 'input']))
  expect(
    await agent.refusal('chain/req', { nodes: [{ node_id: 'a', kind: 'tool', name: 'say', input_map }] }),
  ).toMatchObject({ code: 'schema_violation', message: 'nodes: must have at most 5000 expressions' })
})
