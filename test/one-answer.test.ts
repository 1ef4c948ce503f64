import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { agentCatalog } from '../src/agents/catalog.ts'
import { definitionOfCommand } from '../src/agents/definition/command-definition.ts'
import { singleTurns } from '../src/ai-sdk/single-turns.ts'
import type { CapabilityProfile } from '../src/capabilities/profile.ts'
import { agentsPlugin } from '../src/gateway/a2e/agents-plugin.ts'
import { createGateway } from '../src/gateway/create-gateway.ts'
import { type GatewayServer, listen } from '../src/gateway/server.ts'
import { type Client, createClient } from '../src/run/client.ts'
import { readFixture } from './read-fixture.ts'
import { testAgent, testHost } from './support/a2e.ts'
import { bearer, token } from './support/gateway-lab.ts'
import { createMachine, type Machine } from './support/machine.ts'
import { readSource, sourceFiles } from './support/import-graph.ts'

/** An agent that answers `initialize` as it was recorded, and opens sessions. */
const recordedAgent = (answer: unknown): string => `
if (process.argv.includes('--version')) { console.log('9.9.9'); process.exit(0) }
const answer = ${JSON.stringify(answer)}
const send = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (method === 'initialize') send(id, answer)
  else if (method === 'session/new') send(id, { sessionId: 's1' })
  else if (id !== undefined) send(id, {})
})
`

function recorded(file: string): unknown {
  return (readFixture(`acp-initialize/${file}`) as { result: unknown }).result
}

let machine: Machine
let client: Client
let server: GatewayServer
let command: string

beforeAll(async () => {
  machine = createMachine()
  machine.addProgram('claude', "console.log('2.1.325 (Claude Code)')")
  machine.addProgram('claude-agent-acp', recordedAgent(recorded('claude.v2.json')))
  machine.addProgram('gemini', recordedAgent(recorded('gemini.v1.json')))
  const script = join(machine.home, 'own-agent.cjs')
  writeFileSync(
    script,
    recordedAgent({ protocolVersion: 1, agentCapabilities: { mcpCapabilities: { http: true } } }),
  )
  command = `${process.execPath} ${script}`
  vi.stubEnv('PATH', machine.bin)
  vi.stubEnv('HOME', machine.home)
  vi.stubEnv('CAPSTAN_HOME', machine.capstanHome)
  const own = { ...definitionOfCommand(command), id: 'own' }
  client = createClient({ definitions: [...Object.values(agentCatalog), own] })
  server = await listen(createGateway({ token, client, session: { cwd: machine.home } }), { port: 0 })
})
afterAll(async () => {
  await server.close()
  vi.unstubAllEnvs()
  machine.remove()
})

/** Every known fact, to compare two profiles. */
function answersOf({ facts }: Pick<CapabilityProfile, 'facts'>): Record<string, string> {
  return Object.fromEntries(
    Object.values(facts)
      .filter(({ support }) => support !== 'unknown')
      .map(({ id, support }) => [id, support]),
  )
}

async function ask(path: string): Promise<unknown> {
  const response = await fetch(`${server.url}${path}`, { headers: bearer })
  expect(response.status).toBe(200)
  return response.json()
}

async function commandLineAnswers(agent: string, words: readonly string[]): Promise<Record<string, string>> {
  const subject = agent === 'own' ? ['--acp', command] : [agent]
  const { stdout, stderr } = await machine.run(['capabilities', ...subject, ...words, '--json'])
  expect(stderr).toBe('')
  const { facts } = JSON.parse(stdout) as { facts: { id: string; support: string }[] }
  return Object.fromEntries(
    facts.filter(({ support }) => support !== 'unknown').map(({ id, support }) => [id, support]),
  )
}

const agents = [
  { agent: 'sim' },
  { agent: 'own' },
  { agent: 'claude', model: 'claude-haiku-4-5' },
  { agent: 'gemini', model: 'gemini-2.5-pro' },
]

describe.each(agents)('every surface gives one answer about $agent', ({ agent, model }) => {
  const models = [undefined, ...(model === undefined ? [] : [model])]

  describe.each(['before a probe', 'after a probe'])('%s', (moment) => {
    beforeAll(async () => {
      if (moment === 'after a probe') await client.probe(agent)
    })

    it.each(models)('with the model %s', async (named) => {
      const query = { model: named }
      const profile = await client.profile(agent, query)
      const known = answersOf(profile)
      const suffix = named === undefined ? '' : `?model=${named}`
      const served = (await ask(`/api/agents/${agent}/capabilities${suffix}`)) as CapabilityProfile
      expect(answersOf(served)).toEqual(known)

      for (const transport of ['acp', 'cli'] as const) {
        if (transport === 'cli' && ['sim', 'own'].includes(agent)) continue
        const onTransport = answersOf(await client.profile(agent, { ...query, transport }))
        const options = { agent, prompt: 'hi', transport, permissions: 'allow', ...(named && query) } as const
        expect(answersOf(client.validateRun(options).profile)).toEqual(onTransport)
      }

      const host = await testHost({ plugins: [agentsPlugin({ client })] })
      const { ask: askHost } = await testAgent(host, ['tools'])
      const { data } = await askHost('tool/call/req', {
        tool_name: 'agent_capabilities',
        arguments: { agent, ...(named && query) },
      })
      const { supported, unsupported } = (data as { data: Record<string, string[]> }).data
      const listed = [
        ...(supported ?? []).map((id) => [id, 'supported']),
        ...(unsupported ?? []).map((id) => [id, 'unsupported']),
      ]
      expect(Object.fromEntries(listed)).toEqual(known)
    })

    it('at both addresses of the gateway', async () => {
      const { declaration } = (await ask(`/api/agents/${agent}/capabilities?as=ag-ui`)) as {
        declaration: unknown
      }
      expect(await ask(`/agents/${agent}/capabilities`)).toEqual(declaration)
    })
  })

  it('on the command line', async () => {
    for (const named of models) {
      const words = named === undefined ? [] : ['--model', named]
      const known = answersOf(await client.profile(agent, { model: named }))
      expect(await commandLineAnswers(agent, words)).toEqual(known)
    }
  })

  it('to the AI SDK provider and in an open session', async () => {
    const source = singleTurns({ agent, runAs: agent }, client, { permissions: 'allow' })
    const known = answersOf(await client.profile(agent, { transport: 'acp' }))
    expect(answersOf(await source.profile(new AbortController().signal))).toEqual(known)
    await using session = await client.session(agent, {
      cwd: machine.home,
      transport: 'acp',
      permissions: 'allow',
    })
    expect(answersOf(session.profile)).toEqual(
      answersOf(await client.profile(agent, { session, transport: 'acp' })),
    )
  })
})

it('keeps two agents with the same launcher apart', async () => {
  const answer = (http: boolean): unknown => ({
    protocolVersion: 1,
    agentCapabilities: { mcpCapabilities: { http } },
  })
  const definitions = [true, false].map((http) => {
    const script = join(machine.home, `launched-${http}.cjs`)
    writeFileSync(script, recordedAgent(answer(http)))
    return { ...definitionOfCommand(`${process.execPath} ${script}`), id: `launched-${http}` }
  })
  const own = createClient({ definitions })
  for (const { id } of definitions) await own.probe(id)
  const http = definitions.map(async ({ id }) => (await own.capabilities(id)).mcp.http)
  expect(await Promise.all(http)).toEqual([true, false])
})

it('only the resolver merges claims', () => {
  const mergers = sourceFiles()
    .filter((file) => !file.startsWith('src/capabilities/') && file !== 'src/index.ts')
    .filter((file) =>
      /^import [^;']*?\b(?:mergeProfiles|claimsOf|toClaims|modelClaims|definitionProfile)\b[^;']*? from /m.test(
        readSource(file),
      ),
    )
  expect(mergers).toEqual([
    // What is known of a model, from one source.
    'src/models/model-profile.ts',
    'src/run/profiles/profile-claims.ts',
    'src/run/profiles/profiles.ts',
  ])
})
