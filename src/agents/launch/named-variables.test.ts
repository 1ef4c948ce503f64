import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAdapterRegistry } from '../registry.ts'
import { namedVariables } from './named-variables.ts'
import { passedOnTo } from './passed-on.ts'

const adapters = createAdapterRegistry()
let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'capstan-variables-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function write(path: string, content: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), content)
}

describe('the variables in the settings of a user', () => {
  it.each([
    [
      'codex',
      '.codex/config.toml',
      '[model_providers.x]\nenv_key = "X_KEY"\n[model_providers.y]\nenv_key="Y_KEY"\n',
    ],
    ['gemini', '.gemini/settings.json', '{"mcpServers":{"a":{"env":{"K":"$X_KEY","L":"${Y_KEY}"}}}}'],
    ['opencode', '.config/opencode/opencode.json', '{"a":"{env:X_KEY}","b":"{env:Y_KEY}"}'],
    ['pi', '.pi/agent/models.json', '{"a":{"apiKey":"X_KEY"},"b":{"apiKey":"$Y_KEY"},"c":{"apiKey":"sk-1"}}'],
    ['qwen', '.qwen/settings.json', '{"a":{"envKey":"X_KEY"},"b":{"envKey":"Y_KEY"}}'],
    ['droid', '.factory/settings.json', '{"customModels":[{"apiKey":"${X_KEY}"},{"apiKey":"${Y_KEY}"}]}'],
    ['kilo', '.config/kilo/config.json', '{"a":"{env:X_KEY}","b":"{env:Y_KEY}"}'],
  ])('are read for %s in %s', (agent, path, content) => {
    write(path, content)
    expect(namedVariables(adapters.get(agent).definition, { HOME: home })).toEqual(['X_KEY', 'Y_KEY'])
  })

  it('are read where the variable of the agent says', () => {
    write('elsewhere/config.toml', 'env_key = "X_KEY"')
    const { definition } = adapters.get('codex')
    const CODEX_HOME = join(home, 'elsewhere')
    expect(namedVariables(definition, { HOME: home, CODEX_HOME })).toEqual(['X_KEY'])
    expect(namedVariables(definition, { HOME: home })).toEqual([])
  })
})

it.each([
  [
    'claude',
    ['CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CODE_USE_BEDROCK', 'AWS_BEARER_TOKEN_BEDROCK', 'AWS_REGION'],
  ],
  ['claude', ['CLAUDE_CODE_USE_VERTEX', 'ANTHROPIC_VERTEX_PROJECT_ID', 'CLOUD_ML_REGION']],
  ['claude', ['CLAUDE_CODE_USE_FOUNDRY', 'ANTHROPIC_FOUNDRY_RESOURCE', 'ANTHROPIC_FOUNDRY_API_KEY']],
  [
    'codex',
    ['CODEX_API_KEY', 'CODEX_ACCESS_TOKEN', 'OPENAI_API_KEY', 'DEFAULT_AUTH_REQUEST', 'CODEX_CONFIG'],
  ],
  [
    'gemini',
    ['GOOGLE_API_KEY', 'GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION'],
  ],
  ['goose', ['GOOSE_PROVIDER', 'OPENAI_BASE_PATH', 'OLLAMA_HOST']],
  ['kimi', ['KIMI_CODE_HOME']],
  ['hermes', ['OPENAI_BASE_URL']],
])('%s gets the variables of its logins: %j', (agent, names) => {
  expect(passedOnTo(adapters.get(agent).definition)).toEqual(expect.arrayContaining(names))
})
