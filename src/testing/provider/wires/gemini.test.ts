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
          { step: 'thinking', text: '**Looking** I look at the folder first' },
          { step: 'text', text: 'I am looking at the folder' },
          { step: 'tool', use: 'shell', input: { command: 'ls' } },
          { step: 'tool', use: 'shell', input: { command: 'pwd' } },
          { step: 'text', text: 'Done' },
          { step: 'usage', input: 100, output: 20, thinking: 8, cacheRead: 7 },
        ],
      },
    ],
  })
})
afterAll(() => provider.close())

const prompt = {
  role: 'user',
  parts: [{ text: '<session_context>\nThe folder is empty\n</session_context>' }, { text: 'Please look' }],
}
const schema = { type: 'object', properties: { command: { type: 'string' } } }
const tools = [{ functionDeclarations: [{ name: 'run_shell_command', parametersJsonSchema: schema }] }]

async function ask(method: string, body: object): Promise<Response> {
  return fetch(`${provider.url}/v1beta/models/gemini-x:${method}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
}

function response(parts: unknown[], more: object = {}): unknown {
  const candidate = { index: 0, content: { role: 'model', parts }, ...more }
  return { candidates: [candidate], modelVersion: 'gemini-x', responseId: '#' }
}

const called = (command: string): unknown => ({
  functionCall: { id: 'call_#', name: 'run_shell_command', args: { command } },
})
const usageMetadata = {
  promptTokenCount: 10,
  cachedContentTokenCount: 0,
  candidatesTokenCount: 5,
  thoughtsTokenCount: 0,
  totalTokenCount: 15,
}

it('streams a whole thought, text in pieces and a call', async () => {
  const events = await eventsOf(await ask('streamGenerateContent?alt=sse', { contents: [prompt], tools }))
  expect(events.map(({ data }) => data)).toEqual([
    response([{ text: '**Looking** I look at the folder first', thought: true }]),
    response([{ text: 'I am looking at the fold' }]),
    response([{ text: 'er' }]),
    response([called('ls')]),
    { ...(response([{ text: '' }], { finishReason: 'STOP' }) as object), usageMetadata },
  ])
})

it('counts results without an id', async () => {
  const result = { role: 'user', parts: [{ functionResponse: { name: 'run_shell_command', response: {} } }] }
  const first = [prompt, { role: 'model', parts: [called('ls')] }, result]
  expect(await steadyJson(await ask('generateContent', { contents: first, tools }))).toEqual({
    ...(response([called('pwd')], { finishReason: 'STOP' }) as object),
    usageMetadata,
  })
  const second = [...first, { role: 'model', parts: [called('pwd')] }, result]
  expect(await steadyJson(await ask('generateContent', { contents: second, tools }))).toEqual({
    ...(response([{ text: 'Done' }], { finishReason: 'STOP' }) as object),
    usageMetadata: {
      promptTokenCount: 107,
      cachedContentTokenCount: 7,
      candidatesTokenCount: 12,
      thoughtsTokenCount: 8,
      totalTokenCount: 127,
    },
  })
})

it('answers the routing request, and counts tokens', async () => {
  const router = { type: 'OBJECT', properties: { model_choice: { type: 'STRING', enum: ['flash', 'pro'] } } }
  const generationConfig = { responseMimeType: 'application/json', responseJsonSchema: router }
  const answer = await steadyJson(await ask('generateContent', { contents: [prompt], generationConfig }))
  expect(answer).toMatchObject(response([{ text: '{"model_choice":"flash"}' }]) as object)
  expect(await steadyJson(await ask('countTokens', { contents: [prompt] }))).toEqual({ totalTokens: 10 })
})

it('reports a failure, also in the middle of a stream', async () => {
  const error = { code: 429, message: 'Slow down', status: 'RESOURCE_EXHAUSTED' }
  const contents = (text: string): object => ({ tools, contents: [{ role: 'user', parts: [{ text }] }] })
  const refused = await ask('generateContent', contents('[[error: 429 Slow down]]'))
  expect([refused.status, await refused.json()]).toEqual([429, { error }])
  const broken = await ask(
    'streamGenerateContent?alt=sse',
    contents('[[text: Well]] [[error: 429 Slow down]]'),
  )
  expect((await eventsOf(broken)).at(-1)).toEqual({ data: { error } })
})
