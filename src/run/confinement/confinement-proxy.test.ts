import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { McpServer } from '../../acp/mcp-servers.ts'
import type { ModelProxyOptions } from '../../proxy/model-proxy.ts'
import { createClient } from '../client.ts'
import { HiddenKeys } from '../home/hidden-keys.ts'
import { Confinement } from './confinement.ts'

interface Confined {
  agent: string
  environment: Readonly<Record<string, string>>
  mcpServers?: readonly McpServer[]
  /** Files of the home. */
  files?: Readonly<Record<string, string>>
}

/** What the proxy of a confined agent gets. */
async function proxyOptions({ agent, environment, mcpServers = [], files = {} }: Confined) {
  const home = mkdtempSync(join(tmpdir(), 'capstan-keys-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), text)
  }
  let seen: ModelProxyOptions | undefined
  const request = {
    definition: createClient().adapters.get(agent).definition,
    cwd: home,
    limits: {
      access: 'hidden' as const,
      hosts: [],
      readable: [],
      writable: [],
      additionalDirectories: [],
      mcpServers,
      keepsSessions: false,
    },
    environment: { HOME: home, ...environment },
    callerEnvironment: {},
    keys: new HiddenKeys(true),
    programs: [],
    folders: [],
    meter: undefined,
    onBlocked: () => {},
  }
  const created = Confinement.create(request, (options) => {
    seen = options
    throw new Error('no sandbox is needed')
  })
  await expect(created).rejects.toThrow('no sandbox is needed')
  const { keys = [], hosts, intercepted } = seen ?? {}
  return { keys, hosts, intercepted }
}

it('sends keys to MCP servers only if their headers name the variable', async () => {
  const environment = { OPENAI_API_KEY: 'sk-provider', LINEAR_TOKEN: 'lin-other' }
  const mcpServers: McpServer[] = [
    { type: 'http', name: 'plain', url: 'https://plain.test/mcp' },
    { type: 'http', name: 'local', url: 'http://127.0.0.1:3999/mcp' },
    {
      type: 'http',
      name: 'linear',
      url: 'https://linear.test/mcp',
      headers: { authorization: `Bearer \${LINEAR_TOKEN}` },
    },
  ]
  const { keys } = await proxyOptions({ agent: 'codex', environment, mcpServers })
  const provider = ['api.openai.com', 'chatgpt.com', 'auth.openai.com']
  const values = await Promise.all(keys.map(async ({ key, hosts }) => [await key(), hosts]))
  expect(values).toEqual([
    ['sk-provider', provider],
    ['lin-other', [...provider, 'linear.test']],
  ])
})

const always = ['api.anthropic.com', 'api.openai.com', 'generativelanguage.googleapis.com', 'openrouter.ai']

it('opens the hosts of providers for which an agent of many providers has a login, and reads them', async () => {
  const none = await proxyOptions({ agent: 'pi', environment: {} })
  expect([none.hosts, none.intercepted]).toEqual([always, always])
  const { hosts, intercepted } = await proxyOptions({
    agent: 'pi',
    environment: { GROQ_API_KEY: 'gsk_key', MISTRAL_API_KEY: '' },
    files: { '.pi/agent/auth.json': '{"github-copilot":{"type":"oauth"},"elsewhere":{}}' },
  })
  const stored = ['api.github.com', 'github.com', '*.githubcopilot.com', 'api.groq.com']
  expect(hosts).toEqual([...always, ...stored])
  expect(intercepted).toEqual(hosts)
})
