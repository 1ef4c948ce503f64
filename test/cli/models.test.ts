import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createMachine } from '../support/machine.ts'

const machine = createMachine()
afterAll(() => machine.remove())

async function json(...words: string[]): Promise<unknown> {
  return JSON.parse((await machine.run([...words, '--json'])).stdout)
}

describe('models of an agent', () => {
  it('shows limits, prices, efforts and the default', async () => {
    const { exitCode, stdout } = await machine.run(['models', 'claude'])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^ +MODEL +ALIAS +CONTEXT +IN \$\/M +OUT \$\/M +EFFORTS$/m)
    expect(stdout).toMatch(/^\* +claude-opus-5-5 +opus +1M +4 +20 +low medium high\n +xhigh max$/m)
    expect(stdout).toMatch(/^ +claude-haiku-4-5 +200k +1 +5 +-$/m)
    expect(stdout).toMatch(/\n\* default/)
  })

  it('has every effort level in JSON', async () => {
    const listed = (await json('models', 'claude')) as object[]
    expect(listed[0]).toMatchObject({
      modelId: 'claude-opus-5-5',
      efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
    })
  })

  it('filters by provider and word', async () => {
    const words = ['models', 'opencode', '--provider', 'openai', '--search', 'CODEX']
    const models = (await json(...words)) as { modelId: string; provider: string; isDefault: boolean }[]
    expect(models.map(({ modelId }) => modelId)).toContain('openai/gpt-5.3-codex')
    expect(models.every(({ modelId, provider }) => provider === 'openai' && modelId.includes('codex'))).toBe(
      true,
    )
    expect(models.every(({ isDefault }) => !isDefault)).toBe(true)
  })

  it('reports an empty list, and rejects an unknown provider', async () => {
    expect(await machine.run(['models', 'cursor'])).toEqual({
      exitCode: 0,
      stdout: 'No models known for cursor; they depend on its setup.\n',
      stderr: '',
    })
    expect(await machine.run(['models', 'claude', '--provider', 'antropic'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error USAGE_ERROR: Unknown provider antropic — Did you mean anthropic?\n',
    })
    expect((await machine.run(['models', 'clade'])).exitCode).toBe(3)
    expect((await machine.run(['models'])).stderr).toBe(
      'error USAGE_ERROR: capstan models needs an argument or a command — Use capstan models <agent> [--provider <provider>] [--search <text>], or one of show, validate, refresh.\n',
    )
  })
})

describe('models show', () => {
  it('shows details with their sources', async () => {
    const { exitCode, stdout } = await machine.run(['models', 'show', 'claude', 'opus'])
    expect(exitCode).toBe(0)
    expect(stdout.startsWith('opus resolves to claude-opus-5-5\n')).toBe(true)
    expect(stdout).toMatch(/^ {2}contextWindow +1000000$/m)
    expect(stdout).toMatch(/^ {2}supportsJsonMode +true \(derived by a rule\)$/m)
    expect(stdout).toMatch(/\nSources\n {2}models\.dev +2026-09-30\n {2}Claude Code \S+ +2026-\S+\n$/)
    expect((await machine.run(['models', 'show', 'claude', 'opsu'])).exitCode).toBe(2)
  })

  it('shows a correction with its evidence', async () => {
    const { stdout } = await machine.run(['models', 'show', 'claude', 'claude-sonnet-5-5'])
    expect(stdout).toMatch(/^ {2}cachedInputPricePerMillion +0\.1$/m)
    expect(stdout).toMatch(
      /^ {2}Correction of cachedInputPricePerMillion: pi-ai 1\.5\.0 .* says 0\.2 +2026-11-02$/m,
    )
  })
})

describe('models validate', () => {
  it('suggests an Opus for opsu', async () => {
    const { exitCode, stdout } = await machine.run(['models', 'validate', 'claude', 'opsu', '--json'])
    expect(exitCode).toBe(2)
    const result = JSON.parse(stdout) as { suggestions: string[] }
    expect(result).toMatchObject({ valid: false, status: 'unknown' })
    expect(result.suggestions[0]).toBe('claude-opus-5-5')
  })

  it('recognizes ids, aliases and deprecated models', async () => {
    expect(await json('models', 'validate', 'claude', 'claude-opus-5-5')).toMatchObject({
      valid: true,
      status: 'ok',
    })
    expect(await json('models', 'validate', 'claude', 'opus')).toMatchObject({
      valid: true,
      status: 'alias',
      resolvedModelId: 'claude-opus-5-5',
    })
    expect(await json('models', 'validate', 'gemini', 'gemini-3.1-flash-lite-preview')).toMatchObject({
      valid: true,
      status: 'deprecated',
      successorModelId: 'gemini-3.1-flash-lite',
    })
    expect(await machine.run(['models', 'validate', 'claude', 'opus'])).toEqual({
      exitCode: 0,
      stdout: 'alias: opus resolves to claude-opus-5-5\n',
      stderr: '',
    })
  })

  it('calls an id of several providers ambiguous', async () => {
    const { exitCode, stdout } = await machine.run(['models', 'validate', 'opencode', 'gpt-5.5', '--json'])
    expect(exitCode).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({
      valid: false,
      status: 'ambiguous',
      suggestions: expect.arrayContaining(['openai/gpt-5.5', 'github-copilot/gpt-5.5']),
    })
  })
})

describe('cost', () => {
  const cost = (...words: string[]): string[] => ['cost', 'claude', 'opus', ...words]

  it('adds up the parts and marks derived ones', async () => {
    const words = cost('--input', '20000', '--output', '1500', '--cached', '100000', '--thinking', '1000')
    expect(await machine.run(words)).toEqual({
      exitCode: 0,
      stdout:
        'claude with claude-opus-5-5: $0.15\n' +
        '  PART         TOKENS  US DOLLARS\n' +
        '  input        20000   0.08\n' +
        '  output       1500    0.03\n' +
        '  cachedInput  100000  0.02\n' +
        '  thinking     1000    0.02        priced as output\n',
      stderr: '',
    })
    expect(await json(...cost('--input', '1000000'))).toEqual({
      agent: 'claude',
      model: 'claude-opus-5-5',
      status: 'known',
      usd: 4,
      parts: { input: 4 },
      derived: [],
      missing: [],
    })
  })

  it('uses the prices of long prompts', async () => {
    const words = ['cost', 'codex', 'gpt-6.1-sol', '--input', '1e6', '--output', '0']
    expect(await json(...words)).toMatchObject({ status: 'known', tier: 272_000 })
    expect((await machine.run(words)).stdout).toContain('Prices for prompts above 272000 tokens.\n')
  })

  it('prints unknown, not 0, for an unknown price or model', async () => {
    expect(await machine.run(['cost', 'opencode', 'zai/glm-5.3-highspeed', '--input', '10'])).toEqual({
      exitCode: 0,
      stdout:
        'opencode with zai/glm-5.3-highspeed: unknown\n' +
        '  PART   TOKENS  US DOLLARS\n' +
        '  input  10      unknown\n',
      stderr: '',
    })
    const { exitCode, stdout, stderr } = await machine.run([
      'cost',
      'cursor',
      'gpt-5',
      '--input',
      '10',
      '--json',
    ])
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout:
        '{"agent":"cursor","model":"gpt-5","status":"unknown","parts":{},"derived":[],"missing":["input"]}\n',
      stderr: '{"note":"The models of cursor are not known, so gpt-5 cannot be checked"}\n',
    })
  })

  it.each([
    [['--input', '-5'], '--input -5 is not a number of tokens — Use a whole number of at least 0.'],
    [['--output', 'many'], '--output many is not a number of tokens — Use a whole number of at least 0.'],
    [['--input', '1.5'], '--input 1.5 is not a number of tokens — Use a whole number of at least 0.'],
    [['--input='], '--input  is not a number of tokens — Use a whole number of at least 0.'],
    [
      [],
      'The number of tokens is missing — Use capstan cost <agent> <model> --input <tokens> --output <tokens>.',
    ],
  ])('refuses %j', async (words, message) => {
    const { exitCode, stdout, stderr } = await machine.run(cost(...words))
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toBe(`error USAGE_ERROR: ${message.replace('  ', ' ')}\n`)
  })
})

describe('models refresh', () => {
  const document = {
    anthropic: {
      npm: '@ai-sdk/anthropic',
      models: {
        'claude-opus-9': {
          id: 'claude-opus-9',
          name: 'Claude Opus 9',
          limit: { context: 2_000_000, output: 64_000 },
          modalities: { input: ['text'], output: ['text'] },
          tool_call: true,
          cost: { input: 1, output: 2 },
        },
      },
    },
  }
  const file = join(machine.home, 'models.json')
  writeFileSync(file, JSON.stringify(document))

  it('lists the changes of a file, and writes nothing', async () => {
    const { exitCode, stdout } = await machine.run(['models', 'refresh', 'claude', '--from', file, '--json'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject([
      {
        agent: 'claude',
        status: 'refreshed',
        added: ['claude-opus-9'],
        before: expect.stringMatching(/^2026-/),
      },
    ])
    const text = await machine.run(['models', 'refresh', 'claude', '--from', file])
    expect(text.stdout).toMatch(
      /^claude {2}\d+ models {2}1 new, \d+ changed, \d+ deprecated; 2026-\S+ → \S+\n/,
    )
    expect(text.stdout).toContain('\n  claude: claude-opus-9 is new\n')
    expect(text.stdout.endsWith('\nNothing was saved.\n')).toBe(true)
    expect((await json('models', 'validate', 'claude', 'claude-opus-9')) as object).toMatchObject({
      status: 'unknown',
    })
  })

  it('reports each agent, and fails if the data lacks some', async () => {
    const { exitCode, stdout } = await machine.run(['models', 'refresh', '--from', file, '--json'])
    expect(exitCode).toBe(1)
    const statuses = (JSON.parse(stdout) as { agent: string; status: string }[]).map(({ agent, status }) => [
      agent,
      status,
    ])
    expect(statuses).toContainEqual(['claude', 'refreshed'])
    expect(statuses).toContainEqual(['codex', 'failed'])
    expect(statuses).toContainEqual(['cursor', 'skipped'])
  })

  it('reads from a server, and shows progress if it is slow', async () => {
    const server = createServer((_, response) => {
      setTimeout(() => response.end(JSON.stringify(document)), 2300)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const words = ['models', 'refresh', 'claude', '--from', `http://127.0.0.1:${port}/api.json`]
    const { exitCode, stderr } = await machine.run(words)
    server.close()
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'Waiting for model data…\n' })
  })

  it('fails in one line on corrupt, missing or unreachable data, without a secret', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const corrupt = join(machine.home, 'corrupt.json')
    writeFileSync(corrupt, '{"anthropic": {')
    const locations = [
      corrupt,
      join(machine.home, 'none.json'),
      `http://127.0.0.1:${port}/api.json?key=sesame`,
    ]
    for (const location of locations) {
      const { exitCode, stdout, stderr } = await machine.run(['models', 'refresh', '--from', location])
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
      // On a busy machine it says first that it waits.
      expect(stderr.replace('Waiting for model data…\n', '')).toMatch(
        /^error MODEL_REFRESH_FAILED: Model data could not be refreshed from .+\n$/,
      )
      expect(stderr).toContain('The previous data stays in use')
      expect(stderr).not.toContain('sesame')
    }
  })

  it('asks the installed agent, lists the changes, and writes nothing', async () => {
    const fixture = join(import.meta.dirname, '../../src/agents/catalog/codex/fixtures/models.json')
    machine.addProgram(
      'codex',
      `if (process.argv[2] === '--version') console.log('codex-cli 9.9.9')
      else process.stdout.write(require('node:fs').readFileSync(${JSON.stringify(fixture)}))`,
    )
    const words = ['models', 'refresh', 'codex', '--from-agent']
    const { exitCode, stdout } = await machine.run([...words, '--json'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toEqual([
      {
        agent: 'codex',
        status: 'refreshed',
        models: 3,
        added: [],
        changed: ['gpt-6.1-sol', 'gpt-6-luna', 'gpt-5.6-luna'],
        retired: [],
        removed: ['gpt-6-astra', 'gpt-6-sol', 'gpt-5.6-sol', 'gpt-6.1-terra', 'gpt-5.6-terra', 'gpt-5.5'],
        before: '2026-11-15T00:00:00.000Z',
        after: `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`,
      },
    ])
    const text = (await machine.run(words)).stdout
    expect(text).toMatch(
      /^codex {2}3 models {2}0 new, 3 changed, 0 deprecated, 6 removed; 2026-11-15 → \S+\n/,
    )
    expect(text).toContain('\n  codex: gpt-5.5 was removed\n')
    expect(text.endsWith('\nNothing was saved.\n')).toBe(true)
    machine.addProgram('codex', `console.log('something else')`)
    expect(await machine.run(words)).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^error MODEL_REPORT_FAILED: Could not list the models of codex: unreadable answer: /,
      ) as unknown,
    })
  })

  it('has a hint for an agent that is not installed', async () => {
    const { exitCode, stdout, stderr } = await machine.run(['models', 'refresh', 'omp', '--from-agent'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' })
    expect(stderr).toMatch(
      /^error AGENT_NOT_INSTALLED: omp is not installed — Run capstan install omp, or npm install --prefix /,
    )
  })

  it.each([
    [['--from-agent'], 'The agent is missing — Use capstan models refresh <agent> --from-agent.'],
    [
      ['codex', '--from-agent', '--from', 'x.json'],
      '--from and --from-agent cannot be combined — Use one of them.',
    ],
  ])('needs exactly one agent: %j', async (words, message) => {
    expect(await machine.run(['models', 'refresh', ...words])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error USAGE_ERROR: ${message}\n`,
    })
  })

  it('rejects a URL with a password, without showing it', async () => {
    const words = ['models', 'refresh', '--from', 'https://user:sesame@localhost/api.json']
    expect(await machine.run(words)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error USAGE_ERROR: --from contains a user name or password — Download the document and name the file.\n',
    })
  })
})
