import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createModelRegistry } from '../../models/registry.ts'
import { askModels, type AskModelsOptions } from './ask-models.ts'
import { agentCatalog } from '../catalog.ts'
import { createAdapterRegistry } from '../registry.ts'

let folder: string
let options: AskModelsOptions

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-ask-'))
  const environment = {
    PATH: join(folder, 'bin'),
    HOME: folder,
    CAPSTAN_HOME: join(folder, 'capstan'),
    ANTHROPIC_API_KEY: 'dummy',
    OTHER_SECRET: 'dummy',
  }
  options = { environment, home: folder, cwd: folder }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A program that notes how it was asked and answers with a recording. */
function program(name: string, script: string): void {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  const version = `if (process.argv[2] === '--version') { console.log('9.9.9'); process.exit() }\n`
  writeFileSync(join(folder, 'bin', name), `#!${process.execPath}\n${version}${script}`)
  chmodSync(join(folder, 'bin', name), 0o755)
}

function recording(name: string, fixture: string): void {
  const file = JSON.stringify(join(import.meta.dirname, '../catalog', name, 'fixtures', fixture))
  program(
    name,
    `const fs = require('fs')
    const asked = { words: process.argv.slice(2), input: fs.readFileSync(0, 'utf8'), variables: Object.keys(process.env).sort() }
    fs.writeFileSync(${JSON.stringify(join(folder, 'asked.json'))}, JSON.stringify(asked))
    process.stdout.write(fs.readFileSync(${file}))`,
  )
}

const asked = (): unknown => JSON.parse(readFileSync(join(folder, 'asked.json'), 'utf8'))
const today = (): string => new Date().toISOString().slice(0, 10)

describe('askModels', () => {
  it("asks the program on stdin, with only the agent's keys", async () => {
    recording('claude', 'models.ndjson')
    const report = await askModels(agentCatalog.claude, options)
    expect(asked()).toEqual({
      words: ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
      input: '{"type":"control_request","request_id":"models","request":{"subtype":"initialize"}}\n',
      variables: ['ANTHROPIC_API_KEY', 'CAPSTAN_RUN', 'HOME', 'NO_COLOR', 'PATH'],
    })
    expect(report.source).toEqual({ name: 'Claude Code 9.9.9', date: today() })
    expect(report.defaultModel).toBe('claude-opus-5-5')
  })

  it.each([
    ['codex', 'models.json', ['debug', 'models'], '', 'gpt-6-luna'],
    ['opencode', 'models.txt', ['models', '--verbose'], '', 'google/gemma-4-31b-it'],
    [
      'pi',
      'models.ndjson',
      ['--mode', 'rpc', '--no-session', '--offline'],
      '{"id":"models","type":"get_available_models"}\n',
      'openai/gpt-5.2',
    ],
    ['omp', 'models.json', ['models', '--json'], '', 'anthropic/claude-opus-4-6'],
  ] as const)('asks %s its own way', async (agent, fixture, words, input, model) => {
    recording(agent, fixture)
    const report = await askModels(agentCatalog[agent], options)
    expect(asked()).toMatchObject({ words, input })
    expect(Object.keys(report.models)).toContain(model)
  })

  it('overrides the bundled data of a registry', async () => {
    recording('codex', 'models.json')
    const models = createModelRegistry()
    expect(models.model('codex', 'gpt-5.5')).not.toBeNull()
    models.applyReported('codex', await createAdapterRegistry().askModels('codex', options))
    expect(models.models('codex').map(({ modelId }) => modelId)).toEqual([
      'gpt-6.1-sol',
      'gpt-6-luna',
      'gpt-5.6-luna',
    ])
    expect(models.details('codex', 'gpt-6-luna')?.sources.at(-1)).toEqual({
      name: 'Codex CLI 9.9.9',
      date: today(),
    })
  })

  it.each([
    ['console.log("nothing of the kind")', /^Could not list the models of codex: unreadable answer: /],
    [
      'console.log(JSON.stringify({ models: [] }))',
      /^Could not list the models of codex: the list is empty$/,
    ],
    [
      'console.error("first"); console.error("not logged in"); process.exit(3)',
      /^Could not list the models of codex: exited with 3: not logged in$/,
    ],
  ])('rejects an invalid answer: %s', async (script, message) => {
    program('codex', script)
    await expect(askModels(agentCatalog.codex, options)).rejects.toMatchObject({
      code: 'MODEL_REPORT_FAILED',
      message: expect.stringMatching(message) as unknown,
      hint: expect.stringMatching(/The previous data stays in use\.$/) as unknown,
    })
  })

  it('stops a program that does not answer', async () => {
    program('codex', 'setInterval(() => {}, 1000)')
    await expect(askModels(agentCatalog.codex, { ...options, answerTimeout: 300 })).rejects.toMatchObject({
      code: 'MODEL_REPORT_FAILED',
      message: 'Could not list the models of codex: no answer in time',
    })
  })

  it('reports a missing program and an agent without a model list', async () => {
    await expect(askModels(agentCatalog.codex, options)).rejects.toMatchObject({
      code: 'AGENT_NOT_INSTALLED',
      hint: `Run capstan install codex, or npm install --prefix ${join(folder, 'capstan/agents/codex')} --no-audit --no-fund @openai/codex@0.166.0 @agentclientprotocol/codex-acp@2.6.0`,
    })
    await expect(askModels(agentCatalog.gemini, options)).rejects.toMatchObject({
      code: 'MODEL_REPORT_FAILED',
      message: 'gemini has no known command that lists its models',
    })
  })
})
