import { expect, it } from 'vitest'
import { providerSetup } from './provider-setup.ts'

it.each([
  'claude',
  'codex',
  'gemini',
  'copilot',
  'opencode',
  'pi',
  'omp',
  'openclaw',
  'goose',
  'kimi',
  'qwen',
  'droid',
  'kilo',
])('points %s at the address, with the key', (agent) => {
  const {
    environment = {},
    home = {},
    work = {},
  } = providerSetup(agent, 'http://127.0.0.1:1234', { key: 'a-key' })
  const all = JSON.stringify([environment, home, work])
  expect([all.includes('http://127.0.0.1:1234'), all.includes('a-key')]).toEqual([true, true])
  const files = Object.entries({ ...home, ...work }).filter(([path]) => !path.endsWith('.toml'))
  expect(files.filter(([, content]) => typeof JSON.parse(content) !== 'object')).toEqual([])
})

it('uses the requested API', () => {
  const place = (wire?: 'completions' | 'messages'): unknown =>
    providerSetup('copilot', 'http://127.0.0.1:1', wire === undefined ? {} : { wire }).environment
  const rest = { COPILOT_OFFLINE: 'true', COPILOT_PROVIDER_API_KEY: 'sk-dummy-0123456789' }
  expect([place(), place('completions'), place('messages')]).toEqual([
    { ...rest, COPILOT_PROVIDER_WIRE_API: 'responses', COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:1/v1' },
    { ...rest, COPILOT_PROVIDER_WIRE_API: 'completions', COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:1/v1' },
    { ...rest, COPILOT_PROVIDER_TYPE: 'anthropic', COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:1' },
  ])
})

it('knows only tested agents', () => {
  expect(() => providerSetup('cursor', 'http://127.0.0.1:1')).toThrow('No provider setup is known for cursor')
})
