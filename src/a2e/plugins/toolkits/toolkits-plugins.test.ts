import { expect, it } from 'vitest'
import { testAgent, testHost } from '../../../../test/support/a2e.ts'
import { defineTool } from '../tools/tool.ts'
import { defineToolkit } from './toolkit.ts'
import { toolkitsPlugins } from './toolkits-plugins.ts'

const greet = defineTool<{ name: string }>({
  name: 'greet',
  description: 'Greets a person',
  parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  run: ({ name }, { config }) => `${String(config['phrase'])} ${name}`,
})

const time = defineTool({
  name: 'time',
  description: 'Returns the time',
  parameters: { type: 'object' },
  run: () => 'noon',
})

const phrases = defineToolkit({
  name: 'phrases',
  description: 'Greets people',
  category: 'social',
  tags: ['polite'],
  schema: {
    type: 'object',
    properties: { phrase: { type: 'string' } },
    required: ['phrase'],
    additionalProperties: false,
  },
  tools: [greet],
  configure: ({ phrase }) => {
    if (phrase === 'Oi') throw new Error('not polite')
  },
})

const clock = defineToolkit({ name: 'clock', tools: [time] })

const plugins = toolkitsPlugins({ toolkits: [phrases, clock] })
const capabilities = ['toolkits', 'tools']

it('lists toolkits with their tools, by category and tags', async () => {
  const { ask } = await testAgent(await testHost({ plugins }), capabilities)
  const clockListed = {
    name: 'clock',
    alias: '',
    description: '',
    category: '',
    tags: [],
    icon_svg: null,
    schema: {},
    tools: ['time'],
    configured: true,
    version: '1.0.0',
  }
  expect(await ask('toolkit/list/req', {})).toEqual({
    toolkits: [
      {
        name: 'phrases',
        alias: '',
        description: 'Greets people',
        category: 'social',
        tags: ['polite'],
        icon_svg: null,
        schema: {
          type: 'object',
          properties: { phrase: { type: 'string' } },
          required: ['phrase'],
          additionalProperties: false,
        },
        tools: ['greet'],
        configured: false,
        version: '1.0.0',
      },
      clockListed,
    ],
  })
  expect(await ask('toolkit/list/req', { filter_kind: 'other' })).toEqual({ toolkits: [] })
  expect(await ask('toolkit/list/req', { filter_tags: ['rude'] })).toEqual({ toolkits: [] })
})

it('configures a toolkit for one session only', async () => {
  const host = await testHost({ plugins })
  const [one, other] = [await testAgent(host, capabilities), await testAgent(host, capabilities)]
  const call = { tool_name: 'greet', arguments: { name: 'Ada' } }
  expect(await one.refusal('tool/call/req', call)).toEqual({
    code: 'tool_denied',
    message: 'greet belongs to the toolkit phrases, which is not configured',
    detail: { tool: 'greet', toolkit: 'phrases' },
  })
  expect(
    await one.ask('toolkit/configure/req', { toolkit_name: 'phrases', config: { phrase: 'Hello' } }),
  ).toEqual({ toolkit_name: 'phrases', status: 'ok', message: null })
  expect((await one.ask('tool/call/req', call))['data']).toMatchObject({ success: true, data: 'Hello Ada' })
  expect((await one.ask('toolkit/list/req', { filter_kind: 'social' }))['toolkits']).toMatchObject([
    { configured: true },
  ])
  expect(await other.refusal('tool/call/req', call)).toMatchObject({ code: 'tool_denied' })
})

it('calls tools of a toolkit without settings at once, and names the toolkit of each tool', async () => {
  const { ask } = await testAgent(await testHost({ plugins }), capabilities)
  expect((await ask('tool/call/req', { tool_name: 'time', arguments: {} }))['data']).toMatchObject({
    data: 'noon',
  })
  expect((await ask('tool/list/req', { filter_kind: 'toolkit', query: 'time' }))['tools']).toMatchObject([
    { name: 'time', toolkit: 'clock' },
  ])
})

it('refuses settings that are invalid or that the toolkit rejects', async () => {
  const { refusal } = await testAgent(await testHost({ plugins }), capabilities)
  const configure = (toolkit_name: string, config: Record<string, unknown>): Promise<unknown> =>
    refusal('toolkit/configure/req', { toolkit_name, config })
  expect(await configure('phrases', {})).toEqual({
    code: 'schema_violation',
    message: 'The settings of phrases are invalid: phrase is missing',
    detail: { issues: [{ path: ['phrase'], message: 'is missing' }] },
  })
  expect(await configure('phrases', { phrase: 'Oi' })).toMatchObject({ code: 'runtime_error' })
  expect(await configure('nothing', {})).toMatchObject({ code: 'runtime_error' })
})
