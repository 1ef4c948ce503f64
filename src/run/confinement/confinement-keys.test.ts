import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { McpServer } from '../../acp/mcp-servers.ts'
import type { ProxyKey } from '../../proxy/keys.ts'
import { createClient } from '../client.ts'
import { HiddenKeys } from '../home/hidden-keys.ts'
import { Confinement } from './confinement.ts'

/** The keys that the proxy of a confined agent gets. */
async function keysWith(mcpServers: readonly McpServer[]): Promise<readonly ProxyKey[]> {
  const home = mkdtempSync(join(tmpdir(), 'capstan-keys-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  let keys: readonly ProxyKey[] = []
  const request = {
    definition: createClient().adapters.get('codex').definition,
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
    environment: { HOME: home, OPENAI_API_KEY: 'sk-provider', LINEAR_TOKEN: 'lin-other' },
    callerEnvironment: {},
    keys: new HiddenKeys(true),
    programs: [],
    folders: [],
    meter: undefined,
    onBlocked: () => {},
  }
  const created = Confinement.create(request, (options) => {
    keys = options.keys
    throw new Error('no sandbox is needed')
  })
  await expect(created).rejects.toThrow('no sandbox is needed')
  return keys
}

it('sends keys to MCP servers only if their headers name the variable', async () => {
  const keys = await keysWith([
    { type: 'http', name: 'plain', url: 'https://plain.test/mcp' },
    { type: 'http', name: 'local', url: 'http://127.0.0.1:3999/mcp' },
    {
      type: 'http',
      name: 'linear',
      url: 'https://linear.test/mcp',
      headers: { authorization: `Bearer \${LINEAR_TOKEN}` },
    },
  ])
  const provider = ['api.openai.com', 'chatgpt.com', 'auth.openai.com']
  const values = await Promise.all(keys.map(async ({ key, hosts }) => [await key(), hosts]))
  expect(values).toEqual([
    ['sk-provider', provider],
    ['lin-other', [...provider, 'linear.test']],
  ])
})
