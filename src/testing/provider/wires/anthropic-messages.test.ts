import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventsOf, steadyJson } from '../../../../test/support/server-events.ts'
import { createModelProvider, type ModelProvider } from '../server.ts'

let provider: ModelProvider
beforeAll(async () => {
  provider = await createModelProvider({
    scripts: [
      {
        when: 'look',
        steps: [
          { step: 'thinking', text: 'I look at the folder first' },
          { step: 'text', text: 'Looking' },
          { step: 'tool', use: 'shell', input: { command: 'ls' } },
          { step: 'text', text: 'Done' },
          { step: 'usage', input: 100, output: 20, thinking: 8, cacheRead: 7, cacheWrite: 3 },
        ],
      },
    ],
  })
})
afterAll(() => provider.close())

const prompt = { role: 'user', content: [{ type: 'text', text: 'Please look' }] }
const tools = [
  { name: 'Bash', input_schema: { type: 'object', properties: { command: { type: 'string' } } } },
]

async function ask(body: object, path = '/v1/messages?beta=true'): Promise<Response> {
  return fetch(provider.url + path, {
    method: 'POST',
    body: JSON.stringify({ model: 'claude-x', tools, ...body }),
  })
}

const message = {
  id: 'msg_#',
  type: 'message',
  role: 'assistant',
  model: 'claude-x',
  content: [],
  stop_reason: null,
  stop_sequence: null,
}
const usage = {
  input_tokens: 10,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 5,
}

it('streams thoughts, text and calls as blocks, one after the other', async () => {
  const response = await ask({ stream: true, messages: [prompt] })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const events = await eventsOf(response)
  expect(events.map(({ data }) => data)).toEqual([
    { type: 'message_start', message: { ...message, usage: { ...usage, output_tokens: 0 } } },
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'thinking', thinking: '', signature: '' },
    },
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'thinking_delta', thinking: 'I look at the folder fir' },
    },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'st' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2lnbmVk' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Looking' } },
    { type: 'content_block_stop', index: 1 },
    {
      type: 'content_block_start',
      index: 2,
      content_block: { type: 'tool_use', id: 'call_#', name: 'Bash', input: {} },
    },
    {
      type: 'content_block_delta',
      index: 2,
      delta: { type: 'input_json_delta', partial_json: '{"command":"ls"}' },
    },
    { type: 'content_block_stop', index: 2 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ])
  expect(events.map(({ event }) => event)).toEqual(events.map(({ data }) => (data as { type: string }).type))
})

it('continues after the result, with any system messages in between', async () => {
  const response = await ask({
    messages: [
      prompt,
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'call_1', name: 'Bash', input: { command: 'ls' } }],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1', content: 'a.txt' },
          { type: 'text', text: '<system-reminder>Be brief</system-reminder>' },
        ],
      },
      { role: 'system', content: [], output_config: { effort: 'max' } },
    ],
  })
  expect(await steadyJson(response)).toEqual({
    ...message,
    content: [{ type: 'text', text: 'Done' }],
    stop_reason: 'end_turn',
    usage: {
      input_tokens: 100,
      cache_creation_input_tokens: 3,
      cache_read_input_tokens: 7,
      output_tokens: 20,
      output_tokens_details: { thinking_tokens: 8 },
    },
  })
})

it('answers a request for a title with a sample of its schema', async () => {
  const schema = { type: 'object', properties: { title: { type: 'string' } } }
  const response = await ask({
    messages: [prompt],
    output_config: { format: { type: 'json_schema', schema } },
  })
  expect(await response.json()).toMatchObject({ content: [{ type: 'text', text: '{"title":"sample"}' }] })
})

it('counts tokens', async () => {
  const response = await ask({ messages: [prompt] }, '/v1/messages/count_tokens')
  expect(await response.json()).toEqual({ input_tokens: 10 })
})

it('reports a failure, also in the middle of a stream', async () => {
  const refused = await ask({ messages: [{ role: 'user', content: '[[error: 529 Too busy]]' }] })
  const fault = {
    type: 'error',
    error: { type: 'overloaded_error', message: 'Too busy' },
    request_id: 'req_1',
  }
  expect([refused.status, await refused.json()]).toEqual([529, fault])
  const broken = await ask({
    stream: true,
    messages: [{ role: 'user', content: '[[text: Well]] [[error: 529 Too busy]]' }],
  })
  expect([broken.status, (await eventsOf(broken)).at(-1)]).toEqual([200, { event: 'error', data: fault }])
})
