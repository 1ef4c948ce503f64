import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, apiClient } from '../support/gateway-api.ts'
import { createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'
import { serveAgent } from '../../src/gateway/foreign-agent.ts'
import { readDefinitions } from '../../src/agents/check/read-definitions.ts'
import { createClient } from '../../src/run/client.ts'
import { claude } from '../../src/agents/catalog/claude/definition.ts'
import { sim } from '../../src/agents/catalog/sim/definition.ts'
import { HttpAgent } from '@ag-ui/client'
import { join } from 'node:path'
import { projectRoot } from '../support/package.ts'

let lab: GatewayLab
let api: ApiClient
beforeAll(async () => {
  lab = createGatewayLab()
  const byNode = readDefinitions({
    id: 'mine',
    acp: { binary: process.execPath, arguments: [join(projectRoot, 'dist/testing/sim/main.js')] },
  })
  const client = createClient({ definitions: [sim, claude, ...byNode] })
  const { url, gateway } = await lab.open({}, { client })
  gateway.add(serveAgent(new HttpAgent({ agentId: 'far', url: 'http://127.0.0.1:1/' })))
  api = await apiClient(url)
})
afterAll(() => lab.remove())

describe('agents', () => {
  test('are listed with their installation', async () => {
    const { body } = await api.ask<{ id: string }[]>('GET /api/agents')
    expect(body.map(({ id }) => id)).toEqual(['sim', 'claude', 'mine', 'far'])
    expect(body[0]).toMatchObject({
      name: 'Sim (simulated)',
      isInstalled: true,
      login: 'yes',
      lowestPrice: 0,
      transport: 'acp',
      simulated: true,
    })
    expect(body[1]).toMatchObject({ name: 'Claude Code', transport: 'acp-bridge' })
    expect(body[3]).toMatchObject({ isInstalled: true, login: 'unknown', transport: 'ag-ui' })
  })

  test('do not show the version of the Node.js that runs their program', async () => {
    const { body } = await api.ask<{ id: string; version?: string }[]>('GET /api/agents')
    expect(body.find(({ id }) => id === 'mine')).not.toHaveProperty('version')
    const params = { id: 'mine' }
    const { body: profile } = await api.ask<object>('GET /api/agents/{id}/capabilities', { params })
    expect(JSON.stringify(profile)).not.toContain(process.version.slice(1))
  })

  test('have a price that agrees with the cost of a run', async () => {
    const { body } = await api.ask<{ id: string; lowestPrice?: number }[]>('GET /api/agents')
    const { cost } = await createClient({ definitions: [sim] }).ask('sim', 'say hi', lab.lab.options)
    expect([body[0]?.lowestPrice, cost?.amount]).toEqual([0, 0])
  })

  test.each(['ag-ui', 'a2e', 'relay', 'mux', 'acp'])('have capabilities in the form of %s', async (as) => {
    const asked = { params: { id: 'claude' }, query: { as } }
    const { status, body } = await api.ask('GET /api/agents/{id}/capabilities', asked)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['declaration', 'notCarried', 'assumed'])
  })

  test('have capabilities with evidence, also for a model', async () => {
    type Profile = { subject: { model?: string }; facts: Record<string, { evidence: { source: string }[] }> }
    const plain = await api.ask<Profile>('GET /api/agents/{id}/capabilities', { params: { id: 'claude' } })
    expect(plain.body.facts['thinking.effort']?.evidence.map(({ source }) => source)).not.toContain('model')
    const query = { model: 'opus' }
    const { body } = await api.ask<Profile>('GET /api/agents/{id}/capabilities', {
      params: { id: 'claude' },
      query,
    })
    expect(body.subject.model).toMatch(/opus/)
    expect(body.facts['thinking.effort']?.evidence[0]?.source).toBe('model')
  })

  test('have a history by version, which is empty for agents without one', async () => {
    type History = { agent: string; tried: number; series: { versions: string[] }[] }
    const { status, body } = await api.ask<History>('GET /api/agents/{id}/history', {
      params: { id: 'claude' },
    })
    expect([status, body.agent]).toEqual([200, 'claude'])
    expect(body.series[0]?.versions).toContain('2.1.325')
    const far = await api.ask<History>('GET /api/agents/{id}/history', { params: { id: 'far' } })
    expect(far.body).toEqual({ agent: 'far', tried: 0, series: [], untried: [] })
    const unknown = await api.ask('GET /api/agents/{id}/history', { params: { id: 'nobody' } })
    expect(unknown.status).toBe(404)
  })

  test('are probed, and the evidence is kept', async () => {
    type Facts = { facts: Record<string, { evidence: { source: string }[] }> }
    const params = { id: 'sim' }
    const { status, body } = await api.ask<{ profile: Facts }>('POST /api/agents/{id}/probe', { params })
    expect(status).toBe(200)
    const sources = ({ facts }: Facts): (string | undefined)[] | undefined =>
      facts['session.load']?.evidence.map(({ source }) => source)
    expect(sources(body.profile)).toContain('advertised')
    const again = await api.ask<Facts>('GET /api/agents/{id}/capabilities', { params })
    expect(sources(again.body)).toContain('advertised')
  })

  test('that are only forwarded have capabilities but cannot be driven', async () => {
    const params = { id: 'far' }
    expect((await api.ask('GET /api/agents/{id}/capabilities', { params })).status).toBe(200)
    expect(await api.ask('POST /api/agents/{id}/probe', { params })).toEqual({
      status: 409,
      body: {
        error: {
          code: 'not_served',
          message: 'Capstan does not drive far, the gateway only forwards its runs',
          hint: 'Start a run with POST /agents/far.',
        },
      },
    })
  })
})

describe('models', () => {
  test('are listed with effort, price and context', async () => {
    const { body } = await api.ask<Record<string, unknown>[]>('GET /api/models', {
      query: { agent: 'claude' },
    })
    const opus = body.find(({ modelId }) => String(modelId).includes('opus'))
    expect(opus).toMatchObject({ agent: 'claude', supportsThinking: true, efforts: expect.anything() })
    const all = await api.ask<{ agent: string }[]>('GET /api/models')
    expect(new Set(all.body.map(({ agent }) => agent))).toContain('claude')
  })

  test('have a summary to choose from', async () => {
    const query = { agent: 'sim', summary: 'true' }
    const { body } = await api.ask<object[]>('GET /api/models', { query })
    expect(body).toEqual([
      {
        modelId: 'sim-large',
        displayName: 'Sim large (simulated)',
        isDefault: false,
        contextWindow: 200_000,
        price: { input: 0, output: 0 },
        efforts: ['low', 'medium', 'high', 'max'],
      },
      {
        modelId: 'sim-small',
        displayName: 'Sim small (simulated)',
        isDefault: true,
        contextWindow: 32_000,
        price: { input: 0, output: 0 },
        efforts: ['low', 'medium', 'high', 'max'],
      },
    ])
  })

  test('have a price for a request', async () => {
    const body = { agent: 'claude', model: 'opus', inputTokens: 1000, outputTokens: 100 }
    const known = await api.ask('POST /api/cost', { body })
    expect(known.body).toMatchObject({ agent: 'claude', status: 'known', derived: [], missing: [] })
    const unknown = await api.ask('POST /api/cost', { body: { ...body, model: 'no-such' } })
    expect(unknown.body).toMatchObject({ status: 'unknown', missing: ['input', 'output'] })
    expect(unknown.body['note']).toMatch(/no-such/)
  })

  test('are validated with the other options of a run', async () => {
    const validate = async (body: object): Promise<unknown> =>
      (await api.ask('POST /api/validate', { body })).body
    expect(
      await validate({ agent: 'claude', model: 'opus', thinkingEffort: 'high', permissions: 'allow' }),
    ).toEqual({
      ok: true,
      warnings: [],
      transport: 'acp',
    })
    expect(await validate({ agent: 'claude', model: 'opuss' })).toMatchObject({
      ok: false,
      error: { code: 'validation_error', issues: [{ path: ['model'] }] },
    })
    expect(await validate({ agent: 'claude', modle: 'opus' })).toMatchObject({ ok: false })
  })
})

describe('an invalid request', () => {
  test.each([
    ['GET /api/agents/{id}/capabilities', { params: { id: 'clade' } }, 404, 'unknown_agent'],
    [
      'GET /api/agents/{id}/capabilities',
      { params: { id: 'sim' }, query: { as: 'x' } },
      400,
      'invalid_input',
    ],
    [
      'GET /api/agents/{id}/capabilities',
      { params: { id: 'sim' }, query: { modle: 'x' } },
      400,
      'invalid_input',
    ],
    [
      'GET /api/agents/{id}/capabilities',
      { params: { id: 'claude' }, query: { model: 'x' } },
      400,
      'invalid_input',
    ],
    ['GET /api/models', { query: { agent: 'nobody' } }, 404, 'unknown_agent'],
    ['POST /api/cost', { body: { agent: 'claude', model: 'opus', inputTokens: -1 } }, 400, 'invalid_input'],
    ['POST /api/cost', { body: [] }, 400, 'invalid_input'],
    ['POST /api/validate', {}, 400, 'invalid_input'],
    ['POST /api/validate', { body: { agent: 'nobody' } }, 404, 'unknown_agent'],
  ])('%s %j is rejected', async (operation, asked, status, code) => {
    const answer = await api.ask(operation, asked)
    expect(answer).toMatchObject({ status, body: { error: { code } } })
  })

  test('suggests the nearest name', async () => {
    const { body } = await api.ask('GET /api/agents/{id}/capabilities', { params: { id: 'clade' } })
    expect(body).toEqual({
      error: {
        code: 'unknown_agent',
        message: 'No served agent is named "clade"',
        hint: 'Did you mean claude?',
      },
    })
  })
})
