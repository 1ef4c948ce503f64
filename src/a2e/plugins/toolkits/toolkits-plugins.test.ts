import { expect, it } from 'vitest'
import { testAgent, testHost } from '../../../../test/support/a2e.ts'
import { defineTool } from '../tools/tool.ts'
import { defineToolkit } from './toolkit.ts'
import { toolkitsPlugins } from './toolkits-plugins.ts'

const greet = defineTool<{ name: string }>({
  name: 'greet',
  description: 'Greets somebody',
  parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  run: ({ name }, { config }) => `${String(config['greeting'])} ${name}`,
})

const time = defineTool({
  name: 'time',
  description: 'Tells the time',
  parameters: { type: 'object' },
  run: () => 'noon',
})

const greetings = defineToolkit({
  name: 'greetings',
  description: 'Greets people',
  category: 'social',
  tags: ['polite'],
  schema: {
    type: 'object',
    properties: { greeting: { type: 'string' } },
    required: ['greeting'],
    additionalProperties: false,
  },
  tools: [greet],
  configure: ({ greeting }) => {
    if (greeting === 'Oi') throw new Error('not polite')
  },
})

const clock = defineToolkit({ name: 'clock', tools: [time] })

const plugins = toolkitsPlugins({ toolkits: [greetings, clock] })
const capabilities = ['toolkits', 'tools']

it('toolkits are listed with what they hold, by category and tags', async () => {
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
        name: 'greetings',
        alias: '',
        description: 'Greets people',
        category: 'social',
        tags: ['polite'],
        icon_svg: null,
        schema: {
          type: 'object',
          properties: { greeting: { type: 'string' } },
          required: ['greeting'],
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

it('a toolkit is configured for a session, and only for that', async () => {
  const host = await testHost({ plugins })
  const [one, other] = [await testAgent(host, capabilities), await testAgent(host, capabilities)]
  const call = { tool_name: 'greet', arguments: { name: 'Ada' } }
  expect(await one.refusal('tool/call/req', call)).toEqual({
    code: 'tool_denied',
    message: 'greet belongs to the toolkit greetings, which is not configured',
    detail: { tool: 'greet', toolkit: 'greetings' },
  })
  expect(
    await one.ask('toolkit/configure/req', { toolkit_name: 'greetings', config: { greeting: 'Hello' } }),
  ).toEqual({ toolkit_name: 'greetings', status: 'ok', message: null })
  expect((await one.ask('tool/call/req', call))['data']).toMatchObject({ success: true, data: 'Hello Ada' })
  expect((await one.ask('toolkit/list/req', { filter_kind: 'social' }))['toolkits']).toMatchObject([
    { configured: true },
  ])
  expect(await other.refusal('tool/call/req', call)).toMatchObject({ code: 'tool_denied' })
})

it('a toolkit without settings can be used at once, and its tools say where they belong', async () => {
  const { ask } = await testAgent(await testHost({ plugins }), capabilities)
  expect((await ask('tool/call/req', { tool_name: 'time', arguments: {} }))['data']).toMatchObject({
    data: 'noon',
  })
  expect((await ask('tool/list/req', { filter_kind: 'toolkit', query: 'time' }))['tools']).toMatchObject([
    { name: 'time', toolkit: 'clock' },
  ])
})

it('settings that do not fit, or that the toolkit does not want, are refused', async () => {
  const { refusal } = await testAgent(await testHost({ plugins }), capabilities)
  const configure = (toolkit_name: string, config: Record<string, unknown>): Promise<unknown> =>
    refusal('toolkit/configure/req', { toolkit_name, config })
  expect(await configure('greetings', {})).toEqual({
    code: 'schema_violation',
    message: 'The settings of greetings do not fit: greeting is missing',
    detail: { issues: [{ path: ['greeting'], message: 'is missing' }] },
  })
  expect(await configure('greetings', { greeting: 'Oi' })).toMatchObject({ code: 'runtime_error' })
  expect(await configure('nothing', {})).toMatchObject({ code: 'runtime_error' })
})
