import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventsOf, steadyJson } from '../../../../test/support/server-events.ts'
import { createModelProvider, type ModelProvider } from '../server.ts'

let provider: ModelProvider
beforeAll(async () => {
  provider = await createModelProvider({
    scripts: [
      {
        when: 'look',
        steps: [
          { step: 'thinking', text: 'I look first' },
          { step: 'text', text: 'Looking' },
          { step: 'tool', use: 'shell', input: { command: 'ls' } },
          { step: 'tool', use: 'write', input: { path: 'a.txt', content: 'hi' } },
          { step: 'text', text: 'Done' },
          { step: 'usage', input: 100, output: 20, thinking: 8, cacheRead: 7 },
        ],
      },
    ],
  })
})
afterAll(() => provider.close())

const prompt = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Please look' }] }
const parameters = { type: 'object', properties: { cmd: { type: 'string' } }, required: ['cmd'] }
const tools = [
  { type: 'function', name: 'exec_command', strict: false, parameters },
  { type: 'custom', name: 'apply_patch', format: { type: 'grammar' } },
  { type: 'web_search' },
]

async function ask(body: object): Promise<Response> {
  return fetch(`${provider.url}/v1/responses`, {
    method: 'POST',
    body: JSON.stringify({ model: 'gpt-x', ...body }),
  })
}

function result(id: string, type = 'function_call_output'): unknown {
  return { type, call_id: id, output: 'fine' }
}

const begun = {
  id: 'resp_#',
  object: 'response',
  created_at: 1,
  model: 'gpt-x',
  status: 'in_progress',
  output: [],
  error: null,
}
const usage = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 15,
}
const reasoning = {
  id: 'rs_#_0',
  type: 'reasoning',
  summary: [{ type: 'summary_text', text: 'I look first' }],
  encrypted_content: 'c2VhbGVk',
}
const part = { type: 'output_text', text: 'Looking', annotations: [] }
const said = { id: 'msg_#_1', type: 'message', role: 'assistant', status: 'completed', content: [part] }
const call = {
  id: 'fc_#_2',
  type: 'function_call',
  status: 'completed',
  call_id: 'call_#',
  name: 'exec_command',
  arguments: '{"cmd":"ls"}',
}

it('streams a summary of thoughts, text and a call as items, one after the other', async () => {
  const events = await eventsOf(await ask({ stream: true, input: [prompt], tools }))
  const thought = { item_id: 'rs_#_0', summary_index: 0, output_index: 0 }
  const text = { item_id: 'msg_#_1', content_index: 0, output_index: 1 }
  const input = { item_id: 'fc_#_2', output_index: 2 }
  const expected = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    { type: 'response.output_item.added', output_index: 0, item: { ...reasoning, summary: [] } },
    { type: 'response.reasoning_summary_part.added', ...thought, part: { type: 'summary_text', text: '' } },
    { type: 'response.reasoning_summary_text.delta', ...thought, delta: 'I look first' },
    { type: 'response.reasoning_summary_text.done', ...thought, text: 'I look first' },
    {
      type: 'response.reasoning_summary_part.done',
      ...thought,
      part: { type: 'summary_text', text: 'I look first' },
    },
    { type: 'response.output_item.done', output_index: 0, item: reasoning },
    {
      type: 'response.output_item.added',
      output_index: 1,
      item: { ...said, status: 'in_progress', content: [] },
    },
    { type: 'response.content_part.added', ...text, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...text, delta: 'Looking' },
    { type: 'response.output_text.done', ...text, text: 'Looking' },
    { type: 'response.content_part.done', ...text, part },
    { type: 'response.output_item.done', output_index: 1, item: said },
    {
      type: 'response.output_item.added',
      output_index: 2,
      item: { ...call, status: 'in_progress', arguments: '' },
    },
    { type: 'response.function_call_arguments.delta', ...input, delta: '{"cmd":"ls"}' },
    { type: 'response.function_call_arguments.done', ...input, arguments: '{"cmd":"ls"}' },
    { type: 'response.output_item.done', output_index: 2, item: call },
    {
      type: 'response.completed',
      response: { ...begun, status: 'completed', output: [reasoning, said, call], usage },
    },
  ]
  expect(events).toEqual(
    expected.map((data, index) => ({ event: data.type, data: { ...data, sequence_number: index } })),
  )
})

it('calls a tool that takes text, then ends', async () => {
  const first = [prompt, { ...call, call_id: '1' }, result('1')]
  const patch = '*** Begin Patch\n*** Add File: a.txt\n+hi\n*** End Patch\n'
  const written = { id: 'ctc_#_0', type: 'custom_tool_call', status: 'completed', call_id: 'call_#' }
  expect(await steadyJson(await ask({ input: first, tools }))).toEqual({
    ...begun,
    status: 'completed',
    output: [{ ...written, name: 'apply_patch', input: patch }],
    usage,
  })
  const events = await eventsOf(await ask({ stream: true, input: first, tools }))
  expect(events.map(({ event }) => event)).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.custom_tool_call_input.delta',
    'response.custom_tool_call_input.delta',
    'response.custom_tool_call_input.delta',
    'response.custom_tool_call_input.done',
    'response.output_item.done',
    'response.completed',
  ])
  const second = [...first, result('2', 'custom_tool_call_output')]
  expect(await steadyJson(await ask({ input: second, tools }))).toEqual({
    ...begun,
    status: 'completed',
    output: [{ ...said, id: 'msg_#_0', content: [{ ...part, text: 'Done' }] }],
    usage: {
      input_tokens: 107,
      input_tokens_details: { cached_tokens: 7 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 8 },
      total_tokens: 127,
    },
  })
})

describe('tools in the conversation', () => {
  it('are called by code', async () => {
    const functions = [{ type: 'custom', name: 'exec', format: { type: 'grammar' } }]
    const offered = [
      { type: 'namespace', name: 'functions', tools: functions },
      { type: 'namespace', name: 'clock', tools: [{ type: 'function', name: 'sleep', parameters: {} }] },
    ]
    const additional = { type: 'additional_tools', role: 'developer', tools: offered }
    const answer = await steadyJson(await ask({ input: [additional, prompt] }))
    expect(answer).toMatchObject({
      output: [
        { type: 'reasoning' },
        { type: 'message' },
        {
          id: 'ctc_#_2',
          type: 'custom_tool_call',
          name: 'exec',
          input: 'const result = await tools.exec_command({"cmd":"ls"})\ntext(result.output)',
        },
      ],
    })
    const named = { type: 'message', role: 'user', content: '[[tool: sleep {"duration_ms": 1}]]' }
    expect(await steadyJson(await ask({ input: [additional, named] }))).toMatchObject({
      output: [{ type: 'function_call', name: 'sleep', namespace: 'clock', arguments: '{"duration_ms":1}' }],
    })
  })
})

it('answers a schema with a sample, or with the value of the script', async () => {
  const schema = { type: 'object', properties: { outcome: { type: 'string', enum: ['allow', 'deny'] } } }
  const text = { format: { type: 'json_schema', name: 'x', strict: true, schema } }
  const output = (written: string): object => ({ output: [{ content: [{ ...part, text: written }] }] })
  expect(await steadyJson(await ask({ input: [prompt], tools, text }))).toMatchObject(
    output('{"outcome":"allow"}'),
  )
  const asked = '[[json: {"outcome":"deny"}]]'
  expect(await steadyJson(await ask({ input: asked, tools, text }))).toMatchObject(
    output('{"outcome":"deny"}'),
  )
})

it('rejects a reference to an earlier answer', async () => {
  const response = await ask({ input: 'Go on', previous_response_id: 'resp_1' })
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      error: {
        message: "Previous response with id 'resp_1' not found.",
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    },
  ])
})

it('reports a failure, also in the middle of a stream', async () => {
  const refused = await ask({ input: '[[error: 429 Slow down]]', tools })
  const error = { message: 'Slow down', type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded' }
  expect([refused.status, await refused.json()]).toEqual([429, { error }])
  const broken = await eventsOf(
    await ask({ stream: true, tools, input: '[[text: Well]] [[error: 429 Slow down]]' }),
  )
  expect(broken.at(-1)).toEqual({
    event: 'response.failed',
    data: {
      type: 'response.failed',
      sequence_number: 8,
      response: { ...begun, status: 'failed', error: { code: 'rate_limit_exceeded', message: 'Slow down' } },
    },
  })
})
