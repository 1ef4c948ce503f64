import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../core/manual-clock.ts'
import { createModelRegistry, type DetailedModelRegistry } from '../registry.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const start = Date.parse('2026-12-24T12:00:00.000Z')
const open = new Set<Server>()
const folder = mkdtempSync(join(tmpdir(), 'capstan-models-'))

afterEach(async () => {
  for (const server of open) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  open.clear()
  rmSync(join(folder, 'models.json'), { force: true })
})

/** A real server on this machine, and what it was asked. */
async function serve(answer: Answer): Promise<{ url: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  open.add(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api.json`, requests }
}

function model(id: string, change: object = {}): object {
  return {
    id,
    name: `Model ${id}`,
    limit: { context: 3_000_000, output: 300_000 },
    modalities: { input: ['text'], output: ['text'] },
    tool_call: true,
    release_date: '2026-12-20',
    cost: { input: 7, output: 70 },
    ...change,
  }
}

const document = {
  anthropic: { npm: '@ai-sdk/anthropic', models: { a: model('claude-opus-6'), b: model('claude-opus-5-5') } },
  openai: {
    npm: '@ai-sdk/openai',
    models: { a: model('gpt-6.1-sol', { limit: { context: 9, output: 9 } }) },
  },
}
const good: Answer = (_, response) => {
  response.setHeader('etag', '"one"')
  response.end(JSON.stringify(document))
}

/** What an observer can see of an agent. */
function seen(registry: DetailedModelRegistry, agent: string): unknown {
  return { models: registry.models(agent), catalog: registry.catalog(agent), at: registry.lastUpdated(agent) }
}

describe('a refresh', () => {
  it('loads new data with its source and fetch time', async () => {
    const { url } = await serve(good)
    const clock = new ManualClock(start)
    const registry = createModelRegistry({ source: { location: url, name: 'models.dev' }, clock })
    const codex = seen(registry, 'codex')
    await registry.refresh('claude')
    expect(registry.lastUpdated('claude')).toEqual(new Date('2026-12-24T12:00:00.000Z'))
    expect(registry.model('claude', 'claude-opus-6')).toMatchObject({
      displayName: 'Model claude-opus-6',
      contextWindow: 3_000_000,
      source: 'remote',
      lastUpdated: '2026-12-24T12:00:00.000Z',
    })
    expect(registry.estimateCost('claude', 'opus', 1_000_000, 0)).toBe(7)
    expect(registry.details('claude', 'claude-opus-6')?.sources).toEqual([
      { name: 'models.dev', date: '2026-12-24' },
    ])
    expect(seen(registry, 'codex')).toEqual(codex)
  })

  it("keeps the agent's own report, and models that the source removed as deprecated", async () => {
    const { url } = await serve(good)
    const registry = createModelRegistry({
      source: { location: url, name: 'models.dev' },
      clock: new ManualClock(start),
    })
    await Promise.all([registry.refresh('claude'), registry.refresh('codex')])
    expect(registry.model('codex', 'gpt-6.1-sol')).toMatchObject({
      contextWindow: 272_000,
      maxOutputTokens: 9,
    })
    expect(registry.validate('claude', 'claude-opus-4-8')).toMatchObject({
      valid: true,
      status: 'deprecated',
    })
    expect(registry.details('claude', 'claude-opus-4-8')?.derived).toContain('deprecated')
    expect(registry.model('claude', 'fable')).toMatchObject({ source: 'bundled', deprecated: false })
    registry.applyReported('claude', {
      source: { name: 'Claude Code 2.3.0', date: '2026-12-25' },
      models: { 'claude-opus-6': { contextWindow: 500_000 } },
    })
    expect(registry.model('claude', 'claude-opus-6')).toMatchObject({
      contextWindow: 500_000,
      lastUpdated: '2026-12-25T00:00:00.000Z',
      source: 'remote',
    })
  })

  it('sends one request for all agents', async () => {
    const { url, requests } = await serve((request, response) =>
      setTimeout(() => good(request, response), 50),
    )
    const registry = createModelRegistry({ source: url })
    await Promise.all([
      registry.refreshAll().catch(() => {}),
      registry.refresh('claude'),
      registry.refresh('codex'),
    ])
    expect(requests).toHaveLength(1)
  })

  it('sends the tag, and updates the time if nothing changed', async () => {
    const { url, requests } = await serve((request, response) => {
      if (request.headers['if-none-match'] === '"one"') response.writeHead(304).end()
      else good(request, response)
    })
    const clock = new ManualClock(start)
    const registry = createModelRegistry({ source: new URL(url), clock })
    await registry.refresh('claude')
    const models = registry.models('claude').map(({ modelId }) => modelId)
    await clock.advance(1000)
    await registry.refresh('claude')
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"'])
    expect(registry.models('claude').map(({ modelId }) => modelId)).toEqual(models)
    expect(registry.lastUpdated('claude').getTime()).toBe(start + 1000)
  })

  it('reads a path and a file URL', async () => {
    const path = join(folder, 'models.json')
    writeFileSync(path, JSON.stringify(document))
    for (const source of [path, pathToFileURL(path)]) {
      const registry = createModelRegistry({ source, clock: new ManualClock(start) })
      await registry.refresh('claude')
      expect(registry.model('claude', 'claude-opus-6')?.source).toBe('remote')
    }
  })

  it('does nothing for an agent without providers', async () => {
    const { url, requests } = await serve(good)
    const registry = createModelRegistry({ source: url })
    await registry.refresh('cursor')
    expect([requests.length, registry.lastUpdated('cursor').getUTCFullYear()]).toEqual([0, 2026])
  })

  it('updates the other agents if one is missing in the data', async () => {
    const { url } = await serve(good)
    const registry = createModelRegistry({ source: url, clock: new ManualClock(start) })
    const gemini = seen(registry, 'gemini')
    await expect(registry.refreshAll()).rejects.toMatchObject({
      code: 'MODEL_REFRESH_FAILED',
      message: 'The refreshed data has no models of google',
    })
    expect(seen(registry, 'gemini')).toEqual(gemini)
    expect(registry.lastUpdated('claude').getTime()).toBe(start)
  })
})

describe('a refresh that fails', () => {
  const cases: [string, Answer, RegExp][] = [
    ['is refused', (_, response) => response.writeHead(503).end('busy'), /: HTTP 503$/],
    ['is not found', (_, response) => response.writeHead(404).end(), /: HTTP 404$/],
    ['says unchanged to nobody', (_, response) => response.writeHead(304).end(), /: HTTP 304$/],
    ['is cut off', (_, response) => response.end('{"anthropic":{"models":{"a":'), /JSON/],
    ['is empty', (_, response) => response.end(), /JSON/],
    ['is not JSON', (_, response) => response.end('<html>'), /JSON/],
    ['is a list', (_, response) => response.end('[]'), /not a list of providers/],
    ['has another shape', (_, response) => response.end('{"anthropic":{"models":[]}}'), /not a provider/],
    [
      'has no readable model',
      (_, response) => response.end('{"anthropic":{"models":{"a":{}}}}'),
      /no readable model/,
    ],
    [
      'has none of the providers',
      (_, response) => response.end('{"else":{"models":{}}}'),
      /no models of anthropic$/,
    ],
    [
      'is too large',
      (_, response) => response.end(`{"a":"${'x'.repeat(300_000)}"}`),
      /larger than 200000 bytes$/,
    ],
    ['breaks off', (_, response) => response.write('{"a') && setTimeout(() => response.destroy(), 20), /: /],
  ]

  it.each(cases)('because the answer %s changes nothing', async (_, answer, message) => {
    const { url } = await serve(answer)
    const registry = createModelRegistry({ source: { location: url, sizeLimit: 200_000 } })
    const before = seen(registry, 'claude')
    await expect(registry.refresh('claude')).rejects.toMatchObject({
      code: 'MODEL_REFRESH_FAILED',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/^The previous data stays in use/),
    })
    expect(seen(registry, 'claude')).toEqual(before)
  })

  it('keeps the data of an earlier refresh, and works again later', async () => {
    let answer = good
    const { url } = await serve((request, response) => answer(request, response))
    const clock = new ManualClock(start)
    const registry = createModelRegistry({ source: url, clock })
    await registry.refresh('claude')
    const before = seen(registry, 'claude')
    answer = (_, response) => response.writeHead(500).end()
    await clock.advance(5000)
    await expect(registry.refresh('claude')).rejects.toMatchObject({ code: 'MODEL_REFRESH_FAILED' })
    expect(seen(registry, 'claude')).toEqual(before)
    answer = good
    await registry.refresh('claude')
    expect(registry.lastUpdated('claude').getTime()).toBe(start + 5000)
  })

  it('fails after the time limit', async () => {
    const { url, requests } = await serve(() => {})
    const clock = new ManualClock(start)
    const registry = createModelRegistry({ source: { location: url, timeLimit: 2000 }, clock })
    const before = seen(registry, 'claude')
    const refused = registry.refresh('claude').catch((error: unknown) => error)
    while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await clock.advance(2000)
    expect(await refused).toMatchObject({
      code: 'MODEL_REFRESH_FAILED',
      message: `Model data could not be refreshed from ${url}: no answer within 2000 ms`,
    })
    expect(seen(registry, 'claude')).toEqual(before)
    expect(clock.sleeping).toBe(0)
  })

  it('fails for an endless answer', async () => {
    const { url } = await serve((_, response) => void response.write('{'))
    const registry = createModelRegistry({ source: { location: url, timeLimit: 100 } })
    await expect(registry.refresh('claude')).rejects.toMatchObject({
      message: expect.stringMatching(/no answer within 100 ms$/),
    })
  })

  it('reports the network error without secrets of the URL', async () => {
    const { url } = await serve(good)
    const port = new URL(url).port
    for (const server of open) await new Promise((resolve) => server.close(resolve))
    const registry = createModelRegistry({ source: `${url}?token=secret` })
    await expect(registry.refresh('claude')).rejects.toMatchObject({
      code: 'MODEL_REFRESH_FAILED',
      message: `Model data could not be refreshed from ${url}: connect ECONNREFUSED 127.0.0.1:${port}`,
    })
  })

  it.each([
    ['is missing', join(folder, 'none.json'), /ENOENT/],
    ['is a folder', folder, /: not a file$/],
    ['has another scheme', 'ftp://127.0.0.1/models.json', /ENOENT/],
  ])('because the file %s', async (_, source, message) => {
    const registry = createModelRegistry({ source })
    await expect(registry.refresh('claude')).rejects.toMatchObject({
      code: 'MODEL_REFRESH_FAILED',
      message: expect.stringMatching(message),
    })
  })

  it('because the file is too large', async () => {
    const path = join(folder, 'models.json')
    writeFileSync(path, JSON.stringify(document))
    const registry = createModelRegistry({ source: { location: path, sizeLimit: 10 } })
    await expect(registry.refresh('claude')).rejects.toMatchObject({
      message: expect.stringMatching(/larger than 10 bytes$/),
    })
  })
})

describe('without a refresh', () => {
  it('fetches nothing', () => {
    const registry = createModelRegistry({ fetch: () => Promise.reject(new Error('fetched')) })
    for (const agent of ['claude', 'opencode', 'cursor']) registry.models(agent)
    registry.validate('pi', 'opus')
    expect(registry.lastUpdated('claude').getUTCFullYear()).toBe(2026)
  })
})

describe('a URL with a password', () => {
  it('is rejected before use and not shown', () => {
    const create = (): unknown =>
      createModelRegistry({ source: 'https://user:dummy-secret@127.0.0.1/api.json' })
    expect(create).toThrowError(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message: 'The URL of a model source must not contain a user name or password',
      }) as Error,
    )
  })
})
