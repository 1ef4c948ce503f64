import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testAgent, testFolder, testHost } from '../../../test/support/a2e.ts'
import { A2EClient } from '../client.ts'
import { builtInPluginNames, builtInPlugins } from './built-in-plugins.ts'

it('enables the capability of every plugin, and no other', async () => {
  const root = testFolder()
  const plugins = builtInPlugins(builtInPluginNames, { stateFolder: join(root, 'state') })
  expect(plugins.map(({ name, type }) => `${name}: ${type}`)).toEqual([
    'tools: tools',
    'toolkits: toolkits',
    'toolkit-tools: tools',
    'skill: skill',
    'proc: proc',
    'memory: memory',
    'env: env',
    'chains: chains',
    'mcp: mcp',
    'mcp-tools: tools',
    'learning: learning',
  ])
  const host = await testHost({ root, plugins })
  const client = new A2EClient({
    to: { host },
    capabilities: [...builtInPluginNames, 'multi_agent', 'planning'],
  })
  const enabled = (await client.connect()).map(({ capability, enabled: is }) => [capability, is])
  expect(enabled).toEqual([
    ['tools', true],
    ['toolkits', true],
    ['skill', true],
    ['proc', true],
    ['memory', true],
    ['env', true],
    ['chains', true],
    ['mcp', true],
    ['learning', true],
    ['multi_agent', false],
    ['planning', false],
  ])
  await client.close()
  expect([
    existsSync(join(root, 'state/memory.sqlite')),
    existsSync(join(root, 'state/learning.sqlite')),
  ]).toEqual([true, true])
})

it('has the file tools by default, and no tool that runs commands', async () => {
  const names = async (...given: Parameters<typeof builtInPlugins>): Promise<unknown> => {
    const host = await testHost({ root: testFolder(), plugins: builtInPlugins(...given) })
    const { tools } = await (await testAgent(host, ['tools'])).ask('tool/list/req', {})
    return (tools as { name: string }[]).map(({ name }) => name)
  }
  expect(await names(['tools', 'tools'])).toEqual([
    'read_file',
    'write_file',
    'edit_file',
    'list_files',
    'search_files',
  ])
  expect(await names(['tools'], { tools: { allow: ['command'] } })).toEqual(['run_command'])
})

it('rejects an unknown plugin name', () => {
  expect(() => builtInPlugins(['tools', 'planning'])).toThrow('There is no plugin planning')
})
