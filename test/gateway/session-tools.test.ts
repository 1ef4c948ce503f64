import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { type ApiAnswer, type ApiClient, apiClient } from '../support/gateway-api.ts'
import { createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'
import { callsTools } from '../support/calls-tools.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await lab.remove()
})

/** The agents `bare`, which calls tools, and `sim`. */
const bothAgents = () =>
  createClient({
    definitions: [lab.lab.bare(callsTools), lab.lab.sim()].flatMap(({ adapters }) =>
      adapters.list().map(({ definition }) => definition),
    ),
  })

function prompt({ ask }: ApiClient, id: string, text: string): Promise<ApiAnswer<{ text: string }>> {
  return ask('POST /api/sessions/{id}/prompt', { params: { id }, body: { text, wait: true } })
}

test('an agent sends a message to the agent of another session', async () => {
  vi.stubEnv('TMPDIR', lab.lab.workspace)
  const { url, gateway, server } = await lab.open({}, { client: bothAgents() })
  const api = await apiClient(url)
  await api.ask('POST /api/sessions', { body: { agent: 'bare', name: 'Ada' } })
  await api.ask('POST /api/sessions', { body: { agent: 'sim', name: 'Bea' } })
  const { body } = await prompt(api, '@ada', 'send_dm {"to":"@bea","text":"say hello"}')
  expect(body.text).toMatch(/^send_dm,send_group_dm,post_message,/)
  expect(body.text).not.toContain('isError')
  await gateway.sessions.events.waitFor({ type: 'delivery.delivered', session: '@bea' }, { since: 0 })
  const inbox = await api.ask<{ message: { text: string; from: { handle: string } } }[]>(
    'GET /api/sessions/{id}/inbox',
    { params: { id: '@bea' } },
  )
  expect(inbox.body.map(({ message }) => [message.from.handle, message.text])).toEqual([['ada', 'say hello']])
  const [, said] = lab.lab.sent('session/prompt').map(({ params }) => JSON.stringify(params?.['prompt']))
  expect(said).toMatch(/@ada.*say hello/)

  // A confined agent has a home there.
  const left = readdirSync(lab.lab.workspace).filter((name) => !name.startsWith('capstan-home-'))
  expect(left.map((name) => name.replace(/-\w+$/, ''))).toEqual(['capstan-sessions'])
  await server.close()
  expect(readdirSync(lab.lab.workspace)).toEqual([])
})

test('a resumed agent has the tools again, and the store contains no token', async () => {
  const { url } = await lab.open({}, { client: bothAgents() })
  const api = await apiClient(url)
  await api.ask('POST /api/sessions', { body: { agent: 'sim', name: 'Bea' } })
  const servers = (method: string): unknown[] =>
    lab.lab.sent(method).map(({ params }) => {
      const { mcpServers } = params as { mcpServers: { name: string; env: { name: string }[] }[] }
      const [server] = mcpServers
      return [server?.name, server?.env.map(({ name }) => name)]
    })
  const own = ['capstan', ['CAPSTAN_SESSIONS_SOCKET', 'CAPSTAN_SESSIONS_TOKEN']]
  expect(servers('session/new')).toEqual([own])
  const snapshot = await api.ask('POST /api/sessions/{id}/snapshot', { params: { id: '@bea' } })
  expect(JSON.stringify(snapshot.body)).not.toContain('TOKEN')
  await api.ask('POST /api/sessions/{id}/fork', { params: { id: '@bea' }, body: { name: 'Cid' } })
  expect(servers('session/fork')).toEqual([own])
})

test('offers no session tools with offerTools: false', async () => {
  const { url } = await lab.open({}, { client: bothAgents(), offerTools: false })
  const api = await apiClient(url)
  await api.ask('POST /api/sessions', { body: { agent: 'bare', name: 'Ada' } })
  expect((await prompt(api, '@ada', 'send_dm {}')).body.text).toBe('no tools')
})
