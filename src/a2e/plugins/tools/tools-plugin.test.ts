import { expect, it } from 'vitest'
import { testAgent, testFolder, testHost, type A2EAgent } from '../../../../test/support/a2e.ts'
import { defineToolkit } from '../toolkits/toolkit.ts'
import { toolkitsPlugins } from '../toolkits/toolkits-plugins.ts'
import { defineTool, ToolOutput, type Tool } from './tool.ts'
import { toolsPlugin, type ToolsPluginOptions } from './tools-plugin.ts'

const add = defineTool<{ a: number; b: number }>({
  name: 'add',
  description: 'Adds two numbers',
  parameters: {
    type: 'object',
    properties: {
      a: { type: 'number', description: 'The first' },
      b: { type: 'number', description: 'The second' },
    },
    required: ['a', 'b'],
    additionalProperties: false,
  },
  tags: ['math'],
  idempotent: true,
  run: ({ a, b }, { emit }) => {
    emit('progress', { pct: 50, message: 'half way' })
    return a + b
  },
})

function tool(name: string, more: Partial<Tool>): Tool {
  return defineTool({
    name,
    description: `Does ${name}`,
    parameters: { type: 'object' },
    run: () => null,
    ...more,
  })
}

async function agentWith(options: ToolsPluginOptions): Promise<A2EAgent> {
  const host = await testHost({ root: testFolder(), plugins: [toolsPlugin(options)] })
  return testAgent(host, ['tools'])
}

it('lists a tool as published, with its complete schema', async () => {
  const { ask } = await agentWith({ tools: [add] })
  expect(await ask('tool/list/req', {})).toEqual({
    tools: [
      {
        name: 'add',
        description: 'Adds two numbers',
        input_parameters: [
          {
            name: 'a',
            type: 'number',
            description: 'The first',
            required: true,
            enum: null,
            properties: null,
          },
          {
            name: 'b',
            type: 'number',
            description: 'The second',
            required: true,
            enum: null,
            properties: null,
          },
        ],
        output_parameters: [],
        streaming: true,
        idempotent: true,
        tags: ['math'],
        version: '1.0.0',
        toolkit: null,
        defer_loading: false,
        input_schema: {
          type: 'object',
          properties: {
            a: { type: 'number', description: 'The first' },
            b: { type: 'number', description: 'The second' },
          },
          required: ['a', 'b'],
          additionalProperties: false,
        },
      },
    ],
  })
})

it('streams the events of a call, or returns them with the result', async () => {
  const { ask, events } = await agentWith({ tools: [add] })
  const result = {
    success: true,
    tool_name: 'add',
    data: 3,
    summary: null,
    truncated: false,
    exit_code: null,
    error: null,
    error_code: null,
    duration_ms: expect.any(Number),
  }
  const call = { tool_name: 'add', arguments: { a: 1, b: 2 } }
  expect(await ask('tool/call/req', { ...call, streaming: true })).toEqual({
    data: { ...result, events: [] },
    created_at: expect.any(Number),
  })
  expect(events).toEqual([{ kind: 'progress', data: { pct: 50, message: 'half way' }, seq: 0 }])
  expect(await ask('tool/call/req', { ...call, streaming: false })).toEqual({
    data: {
      ...result,
      events: [
        { kind: 'progress', data: { pct: 50, message: 'half way' }, req_id: expect.any(String), seq: 0 },
      ],
    },
    created_at: expect.any(Number),
  })
  expect(events.length).toBe(1)
})

it('refuses invalid arguments before running the tool', async () => {
  let runs = 0
  const counted = defineTool({ ...add, run: () => (runs += 1) })
  const { refusal } = await agentWith({ tools: [counted] })
  expect(await refusal('tool/call/req', { tool_name: 'add', arguments: { a: 'x', c: 1 } })).toEqual({
    code: 'schema_violation',
    message: 'The arguments of add are invalid: a must be of type number, and is string',
    detail: {
      issues: [
        { path: ['a'], message: 'must be of type number, and is string' },
        { path: ['b'], message: 'is missing' },
        { path: ['c'], message: 'is not allowed' },
      ],
    },
  })
  expect(runs).toBe(0)
})

it('refuses an unknown tool', async () => {
  const { refusal } = await agentWith({ tools: [add] })
  expect(await refusal('tool/call/req', { tool_name: 'nope', arguments: {} })).toEqual({
    code: 'unknown_tool',
    message: 'There is no tool nope',
    detail: { tool_name: 'nope' },
  })
})

it('filters a list by words, tags and kind, and lists deferred tools only for a query', async () => {
  const { ask } = await agentWith({
    tools: [
      tool('read_mail', { tags: ['mail', 'read'] }),
      tool('send_mail', { tags: ['mail'] }),
      tool('old_mail', { tags: ['mail'], deferred: true }),
    ],
  })
  const names = async (fields: Parameters<A2EAgent['ask']>[1]): Promise<unknown[]> => {
    const { tools } = await ask('tool/list/req', fields)
    return (tools as { name: string }[]).map(({ name }) => name)
  }
  expect(await names({})).toEqual(['read_mail', 'send_mail'])
  expect(await names({ include_deferred: true })).toEqual(['read_mail', 'send_mail'])
  expect(await names({ query: 'mail' })).toEqual(['read_mail', 'send_mail'])
  expect(await names({ query: 'mail', include_deferred: true })).toEqual([
    'read_mail',
    'send_mail',
    'old_mail',
  ])
  expect(await names({ query: 'SEND mail' })).toEqual(['send_mail'])
  expect(await names({ filter_tags: ['mail', 'read'] })).toEqual(['read_mail'])
  expect(await names({ filter_kind: 'native' })).toEqual(['read_mail', 'send_mail'])
  expect(await names({ filter_kind: 'mcp' })).toEqual([])
})

it('returns a failed result when a tool throws', async () => {
  const failing = tool('fail', {
    run: () => {
      throw new Error('no luck')
    },
  })
  const { ask } = await agentWith({ tools: [failing] })
  expect((await ask('tool/call/req', { tool_name: 'fail', arguments: {} }))['data']).toEqual({
    success: false,
    tool_name: 'fail',
    data: null,
    error: 'no luck',
    error_code: 'tool_error',
    duration_ms: expect.any(Number),
    events: [],
  })
})

it('cuts a result that is too long and marks it as truncated', async () => {
  const tools = [
    tool('text', { run: () => '🙂'.repeat(10) }),
    tool('list', { run: () => [1, 2, 3, 4, 5, 6, 7, 8] }),
    tool('nothing', { run: () => undefined }),
    tool('half', { run: () => new ToolOutput({ data: 'short', truncated: true, summary: 'a part' }) }),
  ]
  const { ask } = await agentWith({ tools, outputLimit: 11 })
  const dataOf = async (tool_name: string): Promise<unknown> => {
    const { data } = await ask('tool/call/req', { tool_name, arguments: {} })
    const { data: value, truncated, summary } = data as Record<string, unknown>
    return { value, truncated, summary }
  }
  expect(await dataOf('text')).toEqual({ value: '🙂🙂🙂🙂🙂', truncated: true, summary: null })
  expect(await dataOf('list')).toEqual({ value: '[1,2,3,4,5,', truncated: true, summary: null })
  expect(await dataOf('nothing')).toEqual({ value: null, truncated: false, summary: null })
  expect(await dataOf('half')).toEqual({ value: 'short', truncated: true, summary: 'a part' })
})

it('aborts the tool at the timeout of the call', async () => {
  const aborted = Promise.withResolvers<string>()
  const slow = tool('slow', {
    run: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted.resolve((signal.reason as { code: string }).code)
          reject(signal.reason as Error)
        })
      }),
  })
  const { refusal } = await agentWith({ tools: [slow] })
  expect(await refusal('tool/call/req', { tool_name: 'slow', arguments: {}, timeout: 1 })).toMatchObject({
    code: 'timeout',
  })
  expect(await aborted.promise).toBe('timeout')
})

it('rejects an invalid tool definition', () => {
  expect(() => tool('with space', {})).toThrow(
    'The tool’s name must be up to 128 letters, digits, dots, hyphens and underscores',
  )
  expect(() => tool('x', { description: '' })).toThrow(
    'The tool’s description must be text that is not empty',
  )
  expect(() => tool('x', { parameters: {} })).toThrow('The tool’s parameters.type must be "object"')
  expect(() => toolsPlugin({ tools: [add, add] })).toThrow('Two tools have the name add')
})

const patternTool = (pattern: string) =>
  defineTool({
    name: 'match',
    description: 'Takes a text',
    parameters: { type: 'object', properties: { text: { type: 'string', pattern } } },
    run: () => 'matched',
  })

it('matches a pattern in linear time', async () => {
  const host = await testHost({ plugins: [toolsPlugin({ tools: [patternTool('^(a+)+$')] })] })
  const agent = await testAgent(host, ['tools'])
  const call = { tool_name: 'match', arguments: { text: `${'a'.repeat(50_000)}b` } }
  expect(await agent.refusal('tool/call/req', call)).toMatchObject({
    code: 'schema_violation',
    message: 'The arguments of match are invalid: text must match ^(a+)+$',
  })
})

it.each(['^(?=a)', '(a)\\1'])('refuses the pattern %s before the host starts', async (pattern) => {
  await expect(testHost({ plugins: [toolsPlugin({ tools: [patternTool(pattern)] })] })).rejects.toThrow(
    `The schema of match has the pattern ${pattern}, which could block the host`,
  )
  const toolkit = defineToolkit({ name: 'kit', tools: [patternTool(pattern)] })
  await expect(testHost({ plugins: toolkitsPlugins({ toolkits: [toolkit] }) })).rejects.toThrow(
    'which could block the host',
  )
})
