import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ask, offeredTools, startProvider } from '../../../test/support/provider-lab.ts'
import type { RecordedRequest } from './script/recording.ts'

describe('requests', () => {
  it('are recorded without keys', async () => {
    const seen: RecordedRequest[] = []
    const provider = await startProvider({ onRequest: (request) => void seen.push(request) })
    const headers = {
      authorization: 'Bearer sk-secret-one',
      'x-api-key': 'sk-secret-two',
      'x-goog-api-key': 'sk-secret-three',
      'api-key': 'sk-secret-four',
      cookie: 'session=sk-secret-five',
      'x-note': 'not secret, but sk-secret-two is',
    }
    const path = '/run-1/v1/chat/completions?key=sk-secret-six&x=1'
    await (await ask(provider, 'my key is sk-secret-one', { headers, path })).text()
    const [recorded] = provider.requests
    expect(recorded).toEqual({
      method: 'POST',
      path: '/run-1/v1/chat/completions?key=[key]&x=1',
      headers: expect.objectContaining({
        authorization: '[redacted]',
        'x-api-key': '[redacted]',
        'x-goog-api-key': '[redacted]',
        'api-key': '[redacted]',
        cookie: '[redacted]',
        'x-note': 'not secret, but [key] is',
        'content-type': 'application/json',
      }) as unknown,
      body: {
        model: 'm',
        stream: false,
        tools: offeredTools,
        messages: [{ role: 'user', content: 'my key is [key]' }],
        reasoning_effort: 'high',
      },
      wire: 'openai-chat',
      model: 'm',
      prompt: 'my key is [key]',
      tools: ['bash'],
      thinking: { effort: 'high' },
      answeredBy: 'usual',
      usage: { input: 10, output: 5 },
    })
    expect(JSON.stringify(provider.requests)).not.toContain('secret-')
    expect(seen).toEqual([recorded])
  })

  it('are kept up to the limit', async () => {
    const provider = await startProvider({ keep: 2 })
    for (const prompt of ['a', 'b', 'c']) await (await ask(provider, prompt)).text()
    expect([provider.total, provider.requests.map(({ prompt }) => prompt)]).toEqual([3, ['b', 'c']])
  })

  it.each([
    ['//', '{}', 404, { error: { message: 'Not found: POST //' } }],
    [
      '/v1/messages',
      '{',
      400,
      {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'The body is not a JSON object' },
        request_id: 'req_1',
      },
    ],
    [
      '/v1/responses',
      '[]',
      400,
      {
        error: {
          message: 'The body is not a JSON object',
          type: 'invalid_request_error',
          param: null,
          code: null,
        },
      },
    ],
    [
      '/v1beta/models/m:generateContent',
      '',
      400,
      { error: { code: 400, message: 'The body is not a JSON object', status: 'INVALID_ARGUMENT' } },
    ],
    ['/v1/embeddings', '{}', 404, { error: { message: 'Not found: POST /v1/embeddings' } }],
    [
      '/v1/messages',
      JSON.stringify({ text: 'x'.repeat(200) }),
      413,
      {
        type: 'error',
        error: { type: 'request_too_large', message: 'The body is larger than 100 bytes' },
        request_id: 'req_1',
      },
    ],
  ])(
    'that are invalid are rejected in the format of their API: %s %s',
    async (path, body, status, expected) => {
      const provider = await startProvider({ bodyLimit: 100 })
      const response = await fetch(provider.url + path, { method: 'POST', body })
      expect([response.status, await response.json()]).toEqual([status, expected])
      expect(provider.requests[0]?.answeredBy).toBe('none')
    },
  )

  it('with another method or a body that cannot be decoded are rejected', async () => {
    const provider = await startProvider()
    const url = `${provider.url}/v1/messages`
    const packed = { method: 'POST', headers: { 'content-encoding': 'gzip' }, body: '{}' }
    const unknown = { ...packed, headers: { 'content-encoding': 'lzma' } }
    const statuses = [await fetch(url), await fetch(url, packed), await fetch(url, unknown)].map(
      ({ status }) => status,
    )
    expect(statuses).toEqual([405, 415, 415])
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('with the content encoding %s are decompressed', async (coding, compress) => {
    const provider = await startProvider()
    const request = {
      model: 'm',
      messages: [{ role: 'user', content: '[[text: Unpacked]]' }],
      tools: offeredTools,
    }
    const response = await fetch(`${provider.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-encoding': coding },
      body: compress(JSON.stringify(request)),
    })
    expect(await response.text()).toContain('Unpacked')
  })

  it('for a list of models get the configured models', async () => {
    const provider = await startProvider({ models: ['model-a'] })
    const list = await (await fetch(`${provider.url}/v1/models`)).json()
    expect(list).toMatchObject({ object: 'list', data: [{ id: 'model-a', object: 'model' }], models: [] })
    const gemini = await (await fetch(`${provider.url}/v1beta/models`)).json()
    expect(gemini).toMatchObject({ models: [{ name: 'models/model-a' }] })
  })

  it('have the usage that their answers reported', async () => {
    const provider = await startProvider()
    const asked = async (path: string, more: object): Promise<void> => {
      const abort = AbortSignal.timeout(500)
      const body = JSON.stringify({ model: 'm', stream: true, tools: offeredTools, ...more })
      const sent = fetch(provider.url + path, { method: 'POST', body, signal: abort })
      await (await sent).text().catch(() => {})
    }
    const said = (content: string): object => ({ messages: [{ role: 'user', content }] })
    const usage = { step: 'usage', input: 100, output: 20, cacheRead: 7, cacheWrite: 3 } as const
    provider.script(
      { when: 'whole', steps: [usage] },
      { when: 'half', steps: [usage, { step: 'text', text: 'A' }, { step: 'hang' }] },
    )
    await asked('/v1/messages', said('whole'))
    await asked('/v1/messages', said('half'))
    const tools = [{ type: 'function', name: 'bash', parameters: {} }]
    await asked('/v1/responses', { input: 'whole', tools })
    await asked('/v1/responses', { input: 'half', tools })
    await asked('/v1/chat/completions', said('[[error: 500]]'))
    const { step: _, ...all } = usage
    expect(provider.requests.map((request) => request.usage)).toEqual([
      all,
      { ...all, output: 0, incomplete: true },
      { input: 103, output: 20, cacheRead: 7 },
      undefined,
      undefined,
    ])
  })

  it('for a web socket are rejected', async () => {
    const provider = await startProvider()
    const headers = { connection: 'Upgrade', upgrade: 'websocket' }
    const socket = httpRequest(`${provider.url}/v1/responses`, { headers }).end()
    const [response] = (await once(socket, 'response')) as [{ statusCode: number }]
    expect([response.statusCode, provider.requests[0]?.method]).toEqual([426, 'UPGRADE'])
  })

  it.runIf(process.platform === 'linux')('are only taken on loopback', async () => {
    const { url, port } = await startProvider()
    expect(url).toBe(`http://127.0.0.1:${port}`)
    const other = connect({ host: '127.0.0.2', port })
    await expect(once(other, 'connect')).rejects.toThrow('ECONNREFUSED')
  })
})
