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
          { step: 'thinking', text: 'I look first' },
          { step: 'text', text: 'Looking' },
          { step: 'tool', use: 'shell', input: { command: 'ls' } },
          { step: 'tool', use: 'write', input: { path: 'a.txt', content: 'hi' }, parallel: true },
          { step: 'text', text: 'Done' },
          { step: 'usage', input: 100, output: 20, thinking: 8, cacheRead: 7 },
        ],
      },
    ],
  })
})
afterAll(() => provider.close())

const prompt = { role: 'user', content: 'Please look' }
const parameters = { type: 'object', properties: { command: { type: 'string' } } }
const tools = [
  { type: 'function', function: { name: 'bash', parameters } },
  { type: 'custom', custom: { name: 'apply_patch' } },
]

async function ask(body: object): Promise<Response> {
  return fetch(`${provider.url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'gpt-x', tools, ...body }),
  })
}

const about = { id: 'chatcmpl-#', created: 1, model: 'gpt-x' }
const patch = '*** Begin Patch\n*** Add File: a.txt\n+hi\n*** End Patch\n'
const usage = {
  prompt_tokens: 10,
  completion_tokens: 5,
  total_tokens: 15,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0 },
}

it('streams thoughts, text and calls as deltas', async () => {
  const stream = { stream: true, stream_options: { include_usage: true } }
  const events = await eventsOf(await ask({ ...stream, messages: [prompt] }))
  const chunk = (delta: object, finish: string | null = null): object => ({
    ...about,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const shell = { index: 0, id: 'call_#', type: 'function', function: { name: 'bash', arguments: '' } }
  const write = { index: 1, id: 'call_#', type: 'custom', custom: { name: 'apply_patch', input: '' } }
  expect(events.map(({ data }) => data)).toEqual([
    chunk({ role: 'assistant', content: '' }),
    chunk({ reasoning_content: 'I look first' }),
    chunk({ content: 'Looking' }),
    chunk({ tool_calls: [shell] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '{"command":"ls"}' } }] }),
    chunk({ tool_calls: [write] }),
    chunk({ tool_calls: [{ index: 1, custom: { input: patch.slice(0, 24) } }] }),
    chunk({ tool_calls: [{ index: 1, custom: { input: patch.slice(24, 48) } }] }),
    chunk({ tool_calls: [{ index: 1, custom: { input: patch.slice(48) } }] }),
    chunk({}, 'tool_calls'),
    { ...about, object: 'chat.completion.chunk', choices: [], usage },
    '[DONE]',
  ])
})

it('returns the same without streaming', async () => {
  expect(await steadyJson(await ask({ messages: [prompt] }))).toEqual({
    ...about,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'Looking',
          reasoning_content: 'I look first',
          tool_calls: [
            { id: 'call_#', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } },
            { id: 'call_#', type: 'custom', custom: { name: 'apply_patch', input: patch } },
          ],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage,
  })
})

it('continues after both results', async () => {
  const results = ['1', '2'].map((id) => ({ role: 'tool', tool_call_id: id, content: 'fine' }))
  const messages = [
    { role: 'system', content: 'Be good' },
    prompt,
    { role: 'assistant', content: null },
    ...results,
  ]
  expect(await steadyJson(await ask({ messages }))).toEqual({
    ...about,
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Done' }, finish_reason: 'stop' }],
    usage: {
      prompt_tokens: 107,
      completion_tokens: 20,
      total_tokens: 127,
      prompt_tokens_details: { cached_tokens: 7 },
      completion_tokens_details: { reasoning_tokens: 8 },
    },
  })
})

it('omits usage from a stream that did not request it', async () => {
  const events = await eventsOf(await ask({ stream: true, messages: [{ role: 'user', content: 'Hello' }] }))
  expect(events.map(({ data }) => data).filter((data) => JSON.stringify(data).includes('usage'))).toEqual([])
})

it('answers a request for JSON', async () => {
  const schema = { type: 'object', properties: { title: { type: 'string' } } }
  const content = async (format: object): Promise<unknown> =>
    ask({ messages: [prompt], response_format: format }).then(steadyJson)
  const message = (text: string): object => ({ choices: [{ message: { content: text } }] })
  expect(await content({ type: 'json_schema', json_schema: { schema } })).toMatchObject(
    message('{"title":"sample"}'),
  )
  expect(await content({ type: 'json_object' })).toMatchObject(message('{}'))
})

it('reports a failure, also in the middle of a stream', async () => {
  const error = { message: 'Broken', type: 'server_error', param: null, code: null }
  const refused = await ask({ messages: [{ role: 'user', content: '[[error: 500 Broken]]' }] })
  expect([refused.status, await refused.json()]).toEqual([500, { error }])
  const messages = [{ role: 'user', content: '[[text: Well]] [[error: 500 Broken]]' }]
  const broken = await eventsOf(await ask({ stream: true, messages }))
  expect(broken.at(-1)).toEqual({ data: { error } })
})
