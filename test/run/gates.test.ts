import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readDefinitions } from '../../src/agents/check/read-definitions.ts'
import type { AgentDefinition } from '../../src/agents/definition/definition.ts'
import { type Client, createClient } from '../../src/run/client.ts'
import type { RunOptions } from '../../src/run/api/options.ts'
import { createLab, failureOf, type Lab } from '../support/sim-lab.ts'

let lab: Lab
let home: string
beforeEach(() => {
  lab = createLab()
  // What the agents of one test answered is not remembered for another.
  home = mkdtempSync(join(tmpdir(), 'capstan-gates-'))
  vi.stubEnv('CAPSTAN_HOME', home)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true })
  await lab.remove()
})

const http = { type: 'http', name: 'docs', url: 'http://127.0.0.1:9/' } as const
const no = { support: 'unsupported', basis: 'docs' } as const

/** An agent that advertises these capabilities, and ends every turn at once. */
function advertising(capabilities: object): string {
  return `
    on.initialize = ({ id }) => send({ id, result: { protocolVersion: 1, agentCapabilities: ${JSON.stringify(capabilities)} } })
    on['session/prompt'] = ({ id }) => send({ id, result: { stopReason: 'end_turn' } })`
}

async function run(client: Client, options: Partial<RunOptions>): Promise<string[]> {
  const warnings: string[] = []
  const onWarning = (message: string): void => void warnings.push(message)
  const [{ id: agent } = { id: '' }] = client.adapters.list()
  await client
    .run({ ...lab.options, agent, prompt: 'hi', permissions: 'allow', onWarning, ...options })
    .result()
  return warnings
}

const opened = (): unknown => lab.sent('session/new').at(-1)?.params

describe('the handshake overrides the catalog', () => {
  it.each([{}, { strict: true }])('passes an HTTP MCP server, with %j', async (options) => {
    const client = lab.bare(advertising({ mcpCapabilities: { http: true } }), { facts: { 'mcp.http': no } })
    expect(await run(client, { mcpServers: [http], ...options })).toEqual([])
    expect(opened()).toMatchObject({ mcpServers: [{ type: 'http', name: 'docs' }] })
  })

  it.each([{}, { strict: true }])('passes folders without a warning, with %j', async (options) => {
    const client = lab.bare(advertising({ sessionCapabilities: { additionalDirectories: {} } }), {
      facts: { 'session.additional-directories': no },
    })
    expect(await run(client, { additionalDirectories: ['/srv'], ...options })).toEqual([])
    expect(opened()).toMatchObject({ additionalDirectories: ['/srv'] })
  })

  it('also for an agent defined in a file', async () => {
    const source = lab.bare(advertising({ sessionCapabilities: { additionalDirectories: {} } }))
    const { acp } = source.adapters.get('bare').definition
    const client = createClient({ definitions: readDefinitions({ id: 'mine', acp }) })
    expect(await run(client, { additionalDirectories: ['/srv'] })).toEqual([])
    expect(opened()).toMatchObject({ additionalDirectories: ['/srv'] })
  })
})

describe('a capability that the agent does not advertise', () => {
  it('is refused after the handshake with its ACP name, before anything else is sent', async () => {
    const client = lab.bare(advertising({}))
    expect(await failureOf(run(client, { mcpServers: [http] }))).toMatchObject({
      name: 'CapabilityNotSupportedError',
      capability: 'mcpCapabilities.http',
      id: 'mcp.http',
    })
    expect(lab.sent().map(({ method }) => method)).toEqual(['initialize'])
  })

  it('drops folders with one warning, and is refused when strict', async () => {
    const client = lab.bare(advertising({}), { facts: { 'session.additional-directories': no } })
    const warning = 'Agent bare does not advertise additionalDirectories capability — ignoring 2 entries.'
    expect(await run(client, { additionalDirectories: ['/srv', '/opt'] })).toEqual([warning])
    expect(opened()).not.toHaveProperty('additionalDirectories')
    const strict = async (): Promise<unknown> =>
      run(client, { additionalDirectories: ['/srv'], strict: true })
    expect(await failureOf(strict())).toMatchObject({
      capability: 'sessionCapabilities.additionalDirectories',
    })
  })

  it('is refused before the start once a handshake is cached', async () => {
    const client = lab.bare(advertising({}))
    await client.probe('bare', { env: lab.options.env ?? {} })
    expect(() => client.run({ ...lab.options, agent: 'bare', prompt: 'hi', mcpServers: [http] })).toThrow(
      expect.objectContaining({
        name: 'CapabilityNotSupportedError',
        capability: 'mcpCapabilities.http',
        hint: 'Use a stdio server.',
      }),
    )
  })
})

describe('the catalog', () => {
  const seen = { version: '1.0.0', at: '2026-11-15' }
  const recorded = { support: 'unsupported', basis: 'run' } as const

  function known(source: string): Client {
    const [adapter] = lab.bare(source, { facts: { 'mcp.http': recorded } }).adapters.list()
    return createClient({ definitions: [{ ...(adapter?.definition as AgentDefinition), seen }] })
  }

  it('refuses options before the start that the tested version does not support', () => {
    const client = known(advertising({ mcpCapabilities: { http: true } }))
    const options = { ...lab.options, agent: 'bare', prompt: 'hi', mcpServers: [http] }
    expect(() => client.validateRun(options, { version: '1.0.0' })).toThrow(
      expect.objectContaining({ capability: 'mcpCapabilities.http' }),
    )
  })

  it('leaves other versions to the handshake', async () => {
    const client = known(advertising({ mcpCapabilities: { http: true } }))
    const options = { ...lab.options, agent: 'bare', prompt: 'hi', mcpServers: [http] }
    expect(client.validateRun(options, { version: '1.1.0' }).warnings).toEqual([])
    // Node starts it, and the version of Node says nothing of the agent.
    expect(await run(client, { mcpServers: [http] })).toEqual([])
  })
})
