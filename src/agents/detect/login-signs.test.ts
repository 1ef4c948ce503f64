import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codex } from '../catalog/codex/definition.ts'
import { copilot } from '../catalog/copilot/definition.ts'
import { cursor } from '../catalog/cursor/definition.ts'
import { gemini } from '../catalog/gemini/definition.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import { loginSigns } from './login-signs.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'capstan-login-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const none = { variables: [], files: [], expired: [], refused: [] }
const signs = (agent: AgentDefinition, environment: Record<string, string> = {}) =>
  loginSigns(agent, { home, environment, now: 1000 })

function write(path: string, content: unknown): void {
  mkdirSync(join(home, path, '..'), { recursive: true })
  writeFileSync(join(home, path), JSON.stringify(content))
}

test.each([gemini, copilot, cursor])('finds nothing of $id in an empty home', (agent) => {
  expect(signs(agent)).toEqual(none)
})

describe('variables', () => {
  test.each([
    [gemini, { GEMINI_API_KEY: 'x' }, ['GEMINI_API_KEY']],
    [gemini, { GOOGLE_API_KEY: 'x' }, []],
    [gemini, { GOOGLE_GENAI_USE_VERTEXAI: 'false', GOOGLE_API_KEY: 'x' }, []],
    [
      gemini,
      { GOOGLE_GENAI_USE_VERTEXAI: 'true', GOOGLE_API_KEY: 'x' },
      ['GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_API_KEY'],
    ],
    [gemini, { GOOGLE_GENAI_USE_VERTEXAI: 'true', GOOGLE_CLOUD_PROJECT: 'x' }, []],
    [copilot, { GH_TOKEN: 'gho_x' }, ['GH_TOKEN']],
    [copilot, { COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:1' }, []],
    [
      copilot,
      { COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:1', COPILOT_MODEL: 'm' },
      ['COPILOT_PROVIDER_BASE_URL', 'COPILOT_MODEL'],
    ],
    [cursor, { CURSOR_API_KEY: 'x' }, ['CURSOR_API_KEY']],
  ])('$0.id with %j', (agent, environment, variables) => {
    expect(signs(agent, environment as unknown as Record<string, string>)).toEqual({ ...none, variables })
  })

  test('with a classic token are refused by Copilot', () => {
    expect(signs(copilot, { GITHUB_TOKEN: 'ghp_x' })).toEqual({ ...none, refused: ['GITHUB_TOKEN'] })
  })
})

describe('a token in a file', () => {
  const file = '.gemini/oauth_creds.json'

  test.each([
    ['works until its date', { expiry_date: 2000 }, { files: [file] }],
    ['has expired after its date', { expiry_date: 500 }, { expired: [file] }],
    ['is renewed after its date', { expiry_date: 500, refresh_token: 'x' }, { files: [file] }],
    ['may work without a date', {}, { files: [file] }],
  ])('%s', (_, content, found) => {
    write(file, content)
    expect(signs(gemini)).toEqual({ ...none, ...found })
  })

  test('is found in a moved folder', () => {
    write('elsewhere/auth.json', {})
    write(`moved/${file}`, {})
    expect(signs(codex, { CODEX_HOME: join(home, 'elsewhere') }).files).toEqual(['.codex/auth.json'])
    expect(signs(gemini, { GEMINI_CLI_HOME: join(home, 'moved') }).files).toEqual([file])
  })
})
