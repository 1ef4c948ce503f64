import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testAgent, testFolder, testHost, type A2EAgent } from '../../../../test/support/a2e.ts'
import { skillPlugin } from '../skill/skill-plugin.ts'
import { defineTool, type Tool } from '../tools/tool.ts'
import { toolsPlugin } from '../tools/tools-plugin.ts'
import { chainsPlugin } from './chains-plugin.ts'

const numbers = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } }
let running = 0
let most = 0

const tools: Tool[] = [
  defineTool<{ a: number; b: number }>({
    name: 'add',
    description: 'Adds',
    parameters: { ...numbers, required: ['a', 'b'] },
    run: ({ a, b }) => a + b,
  }),
  defineTool<{ a: number }>({
    name: 'double',
    description: 'Doubles',
    parameters: { ...numbers, required: ['a'] },
    run: async ({ a }) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return 2 * a
    },
  }),
  defineTool<{ text?: string; items?: string[] }>({
    name: 'say',
    description: 'Returns its text, or its input',
    parameters: { type: 'object' },
    run: (input) => input.text ?? input,
  }),
  defineTool({
    name: 'fail',
    description: 'Fails',
    parameters: { type: 'object' },
    run: () => {
      throw new Error('no luck')
    },
  }),
  defineTool({
    name: 'wait',
    description: 'Waits until it is aborted',
    parameters: { type: 'object' },
    run: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
  }),
]

async function agentWith(capabilities: readonly string[] = ['chains', 'tools', 'skill']): Promise<A2EAgent> {
  const root = testFolder()
  mkdirSync(join(root, 'skills/greet'), { recursive: true })
  writeFileSync(
    join(root, 'skills/greet/SKILL.md'),
    '---\ndescription: Greets\narguments: name\n---\nHello {{name}}',
  )
  const host = await testHost({ root, plugins: [chainsPlugin(), toolsPlugin({ tools }), skillPlugin()] })
  return testAgent(host, capabilities)
}

const anyDuration = expect.any(Number)

it('passes outputs to later nodes and emits each phase', async () => {
  const agent = await agentWith()
  expect(
    await agent.ask('chain/req', {
      chain_id: 'c1',
      nodes: [
        {
          node_id: 'sum',
          kind: 'tool',
          name: 'add',
          input: { b: 1 },
          input_map: { a: 'input.n' },
          next_node: 'twice',
        },
        { node_id: 'twice', kind: 'tool', name: 'double', input_map: { a: 'sum' } },
      ],
      entry_node: 'sum',
      initial_input: { n: 4 },
    }),
  ).toEqual({
    chain_id: 'c1',
    success: true,
    outputs: { sum: 5, twice: 10 },
    final_output: 10,
    duration_ms: anyDuration,
    nodes_run: 2,
    error: null,
  })
  const event = (seq: number, node_id: string, phase: string, output: unknown = null): unknown => ({
    kind: 'status',
    data: {},
    seq,
    node_id,
    phase,
    output,
    error: '',
  })
  expect(agent.events).toEqual([
    event(0, 'sum', 'start'),
    event(1, 'sum', 'done', 5),
    event(2, 'twice', 'start'),
    event(3, 'twice', 'done', 10),
  ])
})

it('follows one side of a branch and emits skip for the other', async () => {
  const agent = await agentWith()
  const nodes = [
    { node_id: 'big', kind: 'branch', condition: '$.input.n > 10', true_node: 'yes', false_node: 'no' },
    { node_id: 'yes', kind: 'tool', name: 'double', input_map: { a: 'input.n' }, next_node: 'end' },
    { node_id: 'no', kind: 'skill', name: 'greet', input: { name: 'Ada' }, next_node: 'end' },
    { node_id: 'end', kind: 'tool', name: 'add', input: { a: 1, b: 1 } },
  ]
  expect(await agent.ask('chain/req', { nodes, initial_input: { n: 11 } })).toMatchObject({
    outputs: { big: true, yes: 22, end: 2 },
    nodes_run: 3,
  })
  expect(agent.events.map(({ node_id, phase }) => `${String(node_id)} ${String(phase)}`)).toEqual([
    'big start',
    'big done',
    'no skip',
    'yes start',
    'yes done',
    'end start',
    'end done',
  ])
  expect(await agent.ask('chain/req', { nodes, initial_input: { n: 1 }, streaming: false })).toMatchObject({
    outputs: { big: false, no: { instructions: 'Hello Ada', files: [] }, end: 2 },
  })
  expect(agent.events.length).toBe(7)
})

it('maps a node over items, a few at a time, and keeps their order', async () => {
  const agent = await agentWith()
  const items = Array.from({ length: 20 }, (_, v) => ({ v }))
  expect(
    await agent.ask('chain/req', {
      nodes: [
        { node_id: 'all', kind: 'map', items_path: 'input.items[*].v', map_node: 'one' },
        { node_id: 'one', kind: 'tool', name: 'double', input_map: { a: 'item' } },
      ],
      initial_input: { items },
    }),
  ).toMatchObject({
    success: true,
    outputs: { all: items.map(({ v }) => 2 * v) },
    final_output: items.map(({ v }) => 2 * v),
    nodes_run: 21,
  })
  expect(most).toBe(4)
  const started = agent.events.filter(({ node_id, phase }) => node_id === 'one' && phase === 'start')
  expect(started.map(({ data }) => data)).toEqual(items.map((_, index) => ({ index })))
})

it('ends the chain, skips the node or continues elsewhere when a node fails', async () => {
  const agent = await agentWith()
  const chain = (on_error: string): Promise<Record<string, unknown>> =>
    agent.ask('chain/req', {
      nodes: [
        { node_id: 'bad', kind: 'tool', name: 'fail', on_error, next_node: 'next' },
        { node_id: 'next', kind: 'tool', name: 'add', input: { a: 1, b: 2 } },
        { node_id: 'rescue', kind: 'tool', name: 'add', input: { a: 0, b: 0 } },
      ],
    })
  expect(await chain('abort')).toEqual({
    chain_id: '',
    success: false,
    outputs: {},
    final_output: null,
    duration_ms: anyDuration,
    nodes_run: 1,
    error: { code: 'chain_node_error', message: 'no luck', node_id: 'bad', cause: 'tool_error' },
  })
  expect(agent.events.at(-1)).toMatchObject({ node_id: 'bad', phase: 'error', error: 'no luck' })
  expect(await chain('skip')).toMatchObject({ success: true, outputs: { next: 3 } })
  expect(await chain('rescue')).toMatchObject({ success: true, outputs: { rescue: 0 } })
})

it('runs the chains of the published documents with the right data', async () => {
  const agent = await agentWith()
  const greet = (input_map: Record<string, string>): Record<string, unknown>[] => [
    { node_id: 'read', kind: 'tool', name: 'say', input: { text: 'Ada' }, next_node: 'greet' },
    { node_id: 'greet', kind: 'skill', name: 'greet', input: {}, input_map },
  ]
  for (const name of ['read.output', 'read.data', '$.read', '$.q', '$.input.q', 'output']) {
    const nodes = greet({ name })
    const answer = await agent.ask('chain/req', {
      nodes,
      entry_node: 'read',
      initial_input: { q: 'Ada', index: 7 },
    })
    expect({ name, answer }).toMatchObject({
      name,
      answer: { success: true, final_output: { instructions: 'Hello Ada', files: [] } },
    })
  }
  expect(agent.events[0]).toMatchObject({ node_id: 'read', phase: 'start', data: {} })
  const branch = [
    { node_id: 'list', kind: 'tool', name: 'say', input: { items: ['x'] }, next_node: 'check' },
    { node_id: 'check', kind: 'branch', condition: 'length(output.items) > `0`', true_node: 'each' },
    { node_id: 'each', kind: 'map', items_path: 'list.items', map_node: 'one' },
    { node_id: 'one', kind: 'tool', name: 'say', input_map: { text: '_item' } },
  ]
  expect(await agent.ask('chain/req', { nodes: branch })).toMatchObject({ final_output: ['x'] })
})

it('does not let a chain call a capability that was not negotiated', async () => {
  const agent = await agentWith(['chains'])
  const nodes = [{ node_id: 'sum', kind: 'tool', name: 'add', input: { a: 1, b: 2 } }]
  expect(await agent.ask('chain/req', { nodes })).toMatchObject({
    success: false,
    error: { code: 'chain_node_error', node_id: 'sum', cause: 'capability_missing' },
  })
})

it.each([
  ['unknown_tool', { kind: 'tool', name: 'nope' }],
  ['schema_violation', { kind: 'tool', name: 'add', input: { a: 'x' } }],
  ['unknown_skill', { kind: 'skill', name: 'nope' }],
  ['chain_node_error', { kind: 'map', items_path: 'input.none', map_node: 'other' }],
])('reports %s of a node', async (cause, node) => {
  const agent = await agentWith()
  const other = { node_id: 'other', kind: 'tool', name: 'add', input: { a: 1, b: 2 } }
  expect(await agent.ask('chain/req', { nodes: [{ node_id: 'n', ...node }, other] })).toMatchObject({
    success: false,
    error: { code: 'chain_node_error', node_id: 'n', cause },
  })
})

it('stops the running node at the timeout of the chain', async () => {
  const agent = await agentWith()
  const nodes = [{ node_id: 'w', kind: 'tool', name: 'wait' }]
  expect(await agent.refusal('chain/req', { nodes, timeout: 1 })).toMatchObject({ code: 'timeout' })
})

const action = (node_id: string, more: object = {}): Record<string, unknown> => ({
  node_id,
  kind: 'tool',
  name: 'add',
  ...more,
})

it.each([
  ['next', [action('a', { next_node: 'b' }), action('b', { next_node: 'a' })], ['a', 'b', 'a']],
  ['itself', [action('a', { next_node: 'a' })], ['a', 'a']],
  ['an error', [action('a', { on_error: 'b' }), action('b', { next_node: 'a' })], ['a', 'b', 'a']],
  [
    'a map, not from the entry',
    [action('x'), { node_id: 'm', kind: 'map', items_path: 'input', map_node: 'm' }],
    ['m', 'm'],
  ],
  [
    'a branch',
    [
      action('x', { next_node: 'a' }),
      { node_id: 'a', kind: 'branch', condition: 'x', true_node: 'b' },
      action('b', { next_node: 'a' }),
    ],
    ['a', 'b', 'a'],
  ],
])('refuses a cycle through %s before running any node', async (_, nodes, cycle) => {
  const agent = await agentWith()
  expect(await agent.refusal('chain/req', { nodes })).toEqual({
    code: 'chain_cycle',
    message: `The chain has a cycle: ${cycle.join(' → ')}`,
    detail: { cycle },
  })
  expect(agent.events).toEqual([])
})

it.each([
  [[], 'x', 'entry_node: There is no node "x"'],
  [[action('a')], 'x', 'entry_node: There is no node "x"'],
  [[action('a'), action('a')], '', 'nodes.1.node_id: a is a duplicate id'],
  [[action('input')], '', 'nodes.0.node_id: input is a reserved name'],
  [[action('a', { next_node: 'b' })], '', 'nodes.0: leads to the unknown node b'],
  [[{ node_id: 'a', kind: 'tool' }], '', 'nodes.0.name: is missing'],
  [
    [{ node_id: 'a', kind: 'branch', condition: 'x =' }],
    '',
    'nodes.0: The expression "x =" is not valid JMESPath',
  ],
  [[action('a', { input_map: { a: 'x..y' } })], '', 'nodes.0: The expression "x..y" is not valid JMESPath'],
  [
    [
      { node_id: 'm', kind: 'map', items_path: 'input', map_node: 'b' },
      { node_id: 'b', kind: 'branch', condition: 'x' },
    ],
    '',
    'nodes.0.map_node: cannot be a branch',
  ],
])('refuses an invalid chain: %j from %j', async (nodes, entry_node, message) => {
  const agent = await agentWith()
  expect(await agent.refusal('chain/req', { nodes, entry_node })).toMatchObject({
    code: 'schema_violation',
    message: expect.stringContaining(message),
  })
})

it('runs a long chain without overflowing the stack', async () => {
  const agent = await agentWith()
  const nodes = Array.from({ length: 1000 }, (_, index) =>
    action(`n${index}`, {
      input: { a: 1, b: index },
      ...(index < 999 ? { next_node: `n${index + 1}` } : {}),
    }),
  )
  expect(await agent.ask('chain/req', { nodes, streaming: false })).toMatchObject({
    success: true,
    final_output: 1000,
    nodes_run: 1000,
  })
})

it.each([
  ['quest.text', 'quest'],
  ['$.quest', 'quest'],
  ['input.q || fallback', 'fallback'],
  ['[q, quest]', 'quest'],
  ['item', 'item'],
])('refuses the expression %s before running any node', async (expression, name) => {
  const agent = await agentWith()
  const nodes = [
    action('a', { input: { a: 1, b: 2 }, next_node: 'b' }),
    action('b', { input_map: { a: expression } }),
  ]
  expect(await agent.refusal('chain/req', { nodes, initial_input: { q: 1 } })).toMatchObject({
    code: 'schema_violation',
    message: `nodes.1: The expression ${JSON.stringify(expression)} names ${name}, which is neither an input nor a node`,
  })
  expect(agent.events).toEqual([])
})

const people = [
  { name: 'Ada', age: 36, tags: ['x', 'y'] },
  { name: 'Bob', age: 17, tags: [] },
  { name: 'Cleo', age: 52, tags: ['z'] },
]

it.each<[string, unknown]>([
  ['people[?age > 18].name', ['Ada', 'Cleo']],
  ['people[*].age | max(@)', 52],
  ['people[-2:].name', ['Bob', 'Cleo']],
  ['people[0].[name, age]', ['Ada', 36]],
  ['people[].{n: name, t: length(tags)} | [0]', { n: 'Ada', t: 2 }],
  ['people[].tags[]', ['x', 'y', 'z']],
  ['sort_by(people, &age)[*].name', ['Bob', 'Ada', 'Cleo']],
  ["join(', ', $.input.people[*].name)", 'Ada, Bob, Cleo'],
  ['people[?contains(tags, $.tag)].name | [0]', 'Cleo'],
  ['people[?age < 18] && `true` || `false`', true],
])('passes on the result of %s', async (expression, value) => {
  const agent = await agentWith()
  const nodes = [{ node_id: 'a', kind: 'tool', name: 'say', input_map: { value: expression } }]
  const initial_input = { people, tag: 'z' }
  expect(await agent.ask('chain/req', { nodes, initial_input })).toMatchObject({
    success: true,
    final_output: { value },
  })
})

it('continues a map after an item that fails if the node skips failures', async () => {
  const agent = await agentWith()
  const nodes = [
    { node_id: 'all', kind: 'map', items_path: 'input.items', map_node: 'one' },
    { node_id: 'one', kind: 'tool', name: 'double', input_map: { a: 'item' }, on_error: 'skip' },
  ]
  expect(await agent.ask('chain/req', { nodes, initial_input: { items: [1, 'x', 3] } })).toMatchObject({
    success: true,
    final_output: [2, null, 6],
  })
  expect(agent.events.filter(({ phase }) => phase === 'skip')).toMatchObject([
    { node_id: 'one', data: { index: 1 } },
  ])
})

it('refuses a node of the kind proc', async () => {
  const agent = await agentWith()
  expect(
    await agent.refusal('chain/req', { nodes: [{ node_id: 'p', kind: 'proc', name: 'ls' }] }),
  ).toMatchObject({
    code: 'schema_violation',
    message: 'nodes.0.kind: must be one of "tool", "skill", "branch", "map"',
  })
})
