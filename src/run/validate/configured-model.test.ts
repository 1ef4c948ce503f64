import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClient } from '../client.ts'

const client = createClient()
let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'capstan-configured-'))
  mkdirSync(join(home, '.codex'))
})
afterEach(() => rmSync(home, { recursive: true }))

function validate(config: string, thinkingEffort: string, model?: string): void {
  writeFileSync(join(home, '.codex/config.toml'), config)
  const env = { HOME: home, CODEX_HOME: '' }
  client.validateRun({
    agent: 'codex',
    prompt: 'hi',
    transport: 'cli',
    thinkingEffort,
    env,
    ...(model && { model }),
  })
}

describe('a run without a model', () => {
  const config =
    '# mine\nsandbox_mode = "read-only"\nmodel = "gpt-5.5"\n\n[profiles.x]\nmodel = "gpt-6.1-sol"\n'

  it('is refused an effort that the model of the user settings lacks', () => {
    expect(() => validate(config, 'max')).toThrow(/gpt-5\.5/)
    expect(() => validate(config, 'high')).not.toThrow()
  })

  it('ignores the model of a profile, and models that nobody knows', () => {
    expect(() => validate('[profiles.x]\nmodel = "gpt-5.5"\n', 'max')).not.toThrow()
    expect(() => validate('model = "my-own"\n', 'max')).not.toThrow()
  })
})

it('takes the requested model, not the one of the settings', () => {
  expect(() => validate('model = "gpt-5.5"\n', 'max', 'gpt-6.1-sol')).not.toThrow()
})
