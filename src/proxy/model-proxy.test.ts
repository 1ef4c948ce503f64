import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { request, type IncomingMessage } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { serveUpstream, startProxy, type ProxyLab } from '../../test/support/proxy-lab.ts'
import { startProvider } from '../../test/support/provider-lab.ts'
import type { ModelProvider } from '../testing/provider/server.ts'

const usage = { step: 'usage', input: 1001, output: 31, thinking: 6, cacheRead: 100, cacheWrite: 7 } as const
const counted = { total: 1139, input: 1001, output: 31, thinking: 6, cacheRead: 100, cacheWrite: 7 }
/** APIs whose test provider reports cache writes as plain input. */
const plainly = { total: 1139, input: 1008, output: 31, thinking: 6, cacheRead: 100 }

const tools = {
  anthropic: [{ name: 'bash', input_schema: {} }],
  openai: [{ type: 'function', name: 'bash', parameters: {} }],
  chat: [{ type: 'function', function: { name: 'bash', parameters: {} } }],
  gemini: [{ functionDeclarations: [{ name: 'bash' }] }],
}

interface Api {
  api: string
  path: (isStream: boolean) => string
  body: (prompt: string, isStream: boolean) => object
  tokens: object
}

const apis: readonly Api[] = [
  {
    api: 'anthropic',
    path: () => '/v1/messages',
    body: (prompt, stream) => ({
      model: 'm',
      stream,
      tools: tools.anthropic,
      messages: [{ role: 'user', content: prompt }],
    }),
    tokens: counted,
  },
  {
    api: 'openai-responses',
    path: () => '/v1/responses',
    body: (prompt, stream) => ({ model: 'm', stream, tools: tools.openai, input: prompt }),
    tokens: plainly,
  },
  {
    api: 'openai-completions',
    path: () => '/v1/chat/completions',
    body: (prompt, stream) => ({
      model: 'm',
      stream,
      tools: tools.chat,
      messages: [{ role: 'user', content: prompt }],
    }),
    tokens: plainly,
  },
  {
    api: 'gemini',
    path: (isStream) =>
      isStream ? '/v1beta/models/m:streamGenerateContent?alt=sse' : '/v1beta/models/m:generateContent',
    body: (prompt) => ({ tools: tools.gemini, contents: [{ role: 'user', parts: [{ text: prompt }] }] }),
    tokens: plainly,
  },
]
const [anthropic] = apis as [Api, ...Api[]]

interface Lab extends ProxyLab {
  provider: ModelProvider
  base: string
  host: string
}

async function startLab(): Promise<Lab> {
  const provider = await startProvider({
    scripts: [
      { when: 'count', steps: [{ step: 'text', text: 'Hello there' }, usage] },
      { when: 'hang', steps: [{ step: 'text', text: 'Hello' }, usage, { step: 'hang' }] },
      { when: 'cut', steps: [{ step: 'text', text: 'Hello' }, usage, { step: 'disconnect', times: 1 }] },
      { when: 'limit', steps: [{ step: 'error', status: 429, message: 'Slow down', retryAfter: 7 }] },
      {
        when: 'late',
        steps: [{ step: 'text', text: 'Hello' }, usage, { step: 'error', status: 429, message: 'Slow down' }],
      },
    ],
  })
  const lab = await startProxy()
  const base = await serveUpstream(lab.proxy, provider.url)
  return { ...lab, provider, base, host: `127.0.0.1:${provider.port}` }
}

function post({ base }: { base: string }, api: Api, prompt: string, isStream = true): Promise<Response> {
  const body = JSON.stringify(api.body(prompt, isStream))
  return fetch(base + api.path(isStream), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
}

/** Sends a request and resolves with its answer as soon as the first bytes have arrived. */
async function open({ base }: { base: string }, api: Api, prompt: string): Promise<IncomingMessage> {
  const asked = request(base + api.path(true), { method: 'POST', agent: false })
  asked.end(JSON.stringify(api.body(prompt, true)))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.on('error', () => {})
  await once(answer, 'data')
  return answer
}

describe.each(apis)('calls of $api', (api) => {
  it.each([true, false])('are counted, as a stream: %s', async (isStream) => {
    const lab = await startLab()
    const through = await (await post(lab, api, 'count', isStream)).text()
    expect(through).toContain('Hello')
    const call = { api: api.api, host: lab.host, requestedModel: 'm', offersTools: true }
    expect(lab.calls[0]).toEqual({ ...call, state: 'running' })
    expect(lab.ended()).toEqual([
      { ...call, model: 'm', state: 'ended', outcome: 'completed', tokens: api.tokens },
    ])
    expect(new Set(lab.ids).size).toBe(1)
  })

  it('are reported with what is known when the client cancels', async () => {
    const lab = await startLab()
    const answer = await open(lab, api, 'hang')
    answer.destroy()
    await vi.waitFor(() => expect(lab.ended()).toHaveLength(1))
    expect(lab.ended()[0]).toMatchObject({ outcome: 'canceled', model: 'm', tokens: { incomplete: true } })
    expect(lab.ended()[0]?.failure).toBeUndefined()
  })

  it('are reported when the provider cuts the stream, and count again when they are retried', async () => {
    const lab = await startLab()
    await expect((async () => (await post(lab, api, 'cut')).text())()).rejects.toThrow('terminated')
    expect(await (await post(lab, api, 'cut')).text()).toContain('Hello')
    await vi.waitFor(() => expect(lab.ended()).toHaveLength(2))
    const message = `${lab.host} cut the answer off: stream disconnected`
    expect(lab.ended()).toMatchObject([
      {
        outcome: 'failed',
        tokens: { incomplete: true },
        failure: { code: 'PROVIDER_ERROR', message, retryable: true },
      },
      { outcome: 'completed', tokens: api.tokens },
    ])
  })

  it('have one code when the provider rejects them, at the beginning or in the middle', async () => {
    const lab = await startLab()
    const rejected = await post(lab, api, 'limit')
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '7'])
    await rejected.text()
    await (await post(lab, api, 'late')).text()
    const failure = { code: 'RATE_LIMITED', status: 429, message: 'Slow down', retryable: true }
    const about = {
      api: api.api,
      host: lab.host,
      requestedModel: 'm',
      offersTools: true,
      state: 'ended',
      outcome: 'failed',
    }
    expect(lab.ended()).toEqual([
      { ...about, failure: { ...failure, retryAfterMs: expect.closeTo(7000, -2) as unknown } },
      { ...about, model: 'm', tokens: expect.objectContaining({ incomplete: true }) as unknown, failure },
    ])
  })

  it('are cut when the proxy is halted, and refused afterwards', async () => {
    const lab = await startLab()
    const answer = await open(lab, api, 'hang')
    const closed = new Promise((resolve) => answer.once('close', resolve))
    lab.proxy.halt('The run reached its limit')
    await closed
    const refused = await post(lab, api, 'count')
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('The run reached its limit') as unknown,
    ])
    expect(lab.ended()).toMatchObject([
      { outcome: 'halted', tokens: { incomplete: true } },
      { outcome: 'halted' },
    ])
    expect(lab.ended()[1]?.tokens).toBeUndefined()
    expect(lab.provider.total).toBe(1)
  })
})

it('counts two calls at once separately', async () => {
  const lab = await startLab()
  const texts = await Promise.all(apis.map(async (api) => (await post(lab, api, 'count')).text()))
  expect(texts.every((text) => text.includes('there'))).toBe(true)
  expect(new Set(lab.ended().map(({ api }) => api)).size).toBe(4)
  expect(new Set(lab.ids).size).toBe(4)
})

it('reports the count of a stream while it runs', async () => {
  const lab = await startLab()
  const answer = await open(lab, anthropic, 'hang')
  const tokens = {
    total: 1108,
    input: 1001,
    output: 0,
    thinking: 6,
    cacheRead: 100,
    cacheWrite: 7,
    incomplete: true,
  }
  expect(lab.calls.at(-1)).toMatchObject({ state: 'running', model: 'm', tokens })
  answer.destroy()
})

it('does not count requests that no model answers', async () => {
  const lab = await startLab()
  for (const path of [
    '/v1/messages/count_tokens',
    '/v1/responses/input_tokens',
    '/v1beta/models/m:countTokens',
  ]) {
    const answer = await fetch(lab.base + path, { method: 'POST', body: '{}' })
    expect([path, answer.status]).toEqual([path, 200])
  }
  expect((await fetch(`${lab.base}/v1/models`)).status).toBe(200)
  expect(lab.calls).toEqual([])
})

it('counts a call whatever the spelling of its path', async () => {
  const lab = await startLab()
  const body = JSON.stringify(anthropic.body('count', false))
  await fetch(`${lab.base}/gateway/v1/%6dessages`, { method: 'POST', body })
  expect(lab.ended()).toMatchObject([{ api: 'anthropic' }])
})

it('adds a request for usage to a chat stream, and nothing else', async () => {
  const lab = await startLab()
  const chat = apis[2] as Api
  await (await post(lab, chat, 'count')).text()
  expect(lab.provider.requests[0]?.body).toEqual({
    ...chat.body('count', true),
    stream_options: { include_usage: true },
  })
  await (await post(lab, chat, 'count', false)).text()
  expect(lab.provider.requests[1]?.body).toEqual(chat.body('count', false))
})

it.each([
  ['that turn it off', { stream: true, stream_options: { include_usage: false, x: 1 } }],
  ['with an empty field', { stream: true, stream_options: null }],
  [
    'with the name of the field elsewhere',
    { stream: true, metadata: { '"stream_options"': '"stream_options"' } },
  ],
  ['with another value for a stream', { stream: 1 }],
])('asks for usage in chat requests %s', async (_what, fields) => {
  const lab = await startLab()
  const chat = apis[2] as Api
  const body = { ...chat.body('count', true), ...fields }
  await (
    await fetch(`${lab.base}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(body) })
  ).text()
  expect(lab.provider.requests[0]?.body).toMatchObject({ stream_options: { include_usage: true } })
})

it('asks for usage and finds the tools in compressed requests', async () => {
  const lab = await startLab()
  const chat = apis[2] as Api
  const send = async (path: string, body: object, coding = 'gzip'): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'content-encoding': coding }
    const packed = new Uint8Array(gzipSync(JSON.stringify(body)))
    const answer = await fetch(lab.base + path, { method: 'POST', headers, body: packed })
    await answer.text()
    return answer.status
  }
  expect(await send('/v1/chat/completions', chat.body('count', true))).toBe(200)
  expect(lab.ended()).toEqual([
    {
      api: 'openai-completions',
      host: lab.host,
      requestedModel: 'm',
      offersTools: true,
      model: 'm',
      state: 'ended',
      outcome: 'completed',
      tokens: plainly,
    },
  ])
  expect(await send('/v1/chat/completions', {}, 'br')).toBe(415)
  expect(await send('/v1/chat/completions', {}, 'rot13')).toBe(415)
  await send('/v1/messages', anthropic.body('count', true))
  const call = { api: 'anthropic', requestedModel: 'm', offersTools: true }
  await vi.waitFor(() => expect(lab.ended().at(-1)).toMatchObject(call))
})
