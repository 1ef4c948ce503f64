import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { listenLocally } from '../../../test/support/proxy-lab.ts'
import { createModelProxy } from '../../proxy/create-model-proxy.ts'
import { runCommand } from '../../process/run-command.ts'
import { createModelProvider } from '../../testing/provider/server.ts'
import { createClient } from '../client.ts'
import { UsageMeter } from '../budget/usage-meter.ts'
import { AgentProxy } from './agent-proxy.ts'

async function lab(): Promise<{
  proxy: AgentProxy
  meter: UsageMeter
  url: string
  send: (url: string, more?: Record<string, string>) => Promise<string>
}> {
  const home = mkdtempSync(join(tmpdir(), 'capstan-agent-proxy-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const provider = await createModelProvider()
  onTestFinished(() => provider.close())
  const meter = new UsageMeter(() => undefined)
  const { definition } = createClient().adapters.get('claude')
  const environment = { HOME: home, PATH: process.env['PATH'] ?? '', ANTHROPIC_BASE_URL: provider.url }
  const request = { definition, environment, callerEnvironment: {}, meter, onBlocked: () => {} }
  const proxy = await AgentProxy.create(request, createModelProxy)
  onTestFinished(() => proxy.close())
  const send = async (url: string, more: Record<string, string> = {}): Promise<string> => {
    const body = JSON.stringify({
      model: 'claude-sonnet-5-5',
      max_tokens: 10,
      messages: [{ role: 'user', content: '[[text: A]]' }],
    })
    const words = ['-s', '-m', '5', '-w', ' %{http_code}', '-H', 'content-type: application/json', '-d', body]
    const { stdout } = await runCommand({
      command: 'curl',
      arguments: [...words, url],
      environment: { ...proxy.environment, ...more },
      timeout: 10_000,
    })
    return stdout
  }
  return { proxy, meter, url: provider.url, send }
}

it('counts the model calls of a program that follows its variables', async () => {
  const { meter, url, send } = await lab()
  expect(await send(`${url}/v1/messages`)).toMatch(/ 200$/)
  expect(meter.used).toMatchObject({ tokens: { input: 10, output: 5 } })
  expect(meter.model).toBe('claude-sonnet-5-5')
})

it('refuses model calls after a halt, and passes everything else on', async () => {
  const { proxy, url, send } = await lab()
  const server = createServer((_incoming, response) => void response.end('a page'))
  const port = await listenLocally(server)
  onTestFinished(() => void server.close())
  const resume = proxy.halt('too many tokens')
  expect(await send(`${url}/v1/messages`)).toMatch(/too many tokens.* 400$/)
  expect(await send(`http://127.0.0.1:${port}/page`)).toBe('a page 200')
  resume()
  expect(await send(`${url}/v1/messages`)).toMatch(/ 200$/)
})

it('refuses programs that do not know its password', async () => {
  const { proxy, meter, url, send } = await lab()
  const address = new URL(proxy.environment['HTTP_PROXY'] ?? '')
  for (const login of ['', 'capstan:wrong@', 'other@']) {
    const other = `http://${login}${address.host}`
    expect(await send(`${url}/v1/messages`, { http_proxy: other })).toMatch(/needs a password.\n 407$/)
  }
  expect(meter.used).toBeUndefined()
})

it('leaves requests to this machine alone if no provider runs there', async () => {
  const { proxy } = await lab()
  expect(proxy.environment['NO_PROXY']).toBe('')
  const { definition } = createClient().adapters.get('claude')
  const request = { definition, callerEnvironment: {}, meter: undefined, onBlocked: () => {} }
  const remote = await AgentProxy.create({ ...request, environment: { HOME: '/nowhere' } }, createModelProxy)
  onTestFinished(() => remote.close())
  expect(remote.environment['NO_PROXY']).toBe('localhost,127.0.0.1,::1')
})

it('removes its certificates when it closes', async () => {
  const { proxy } = await lab()
  const folder = dirname(dirname(proxy.environment['SSL_CERT_FILE'] ?? ''))
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  await proxy.close()
  expect(statSync(folder, { throwIfNoEntry: false })).toBeUndefined()
})
