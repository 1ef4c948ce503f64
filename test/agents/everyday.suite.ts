import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { install } from '../../src/agents/install/install.ts'
import { askLogin } from '../../src/agents/detect/ask-login.ts'
import { planInstall } from '../../src/agents/install/install-plan.ts'
import type { RecordedRequest } from '../../src/testing/provider/script/recording.ts'
import { shellArgument } from '../../src/cli/output/shell-argument.ts'
import { createClient } from '../../src/run/client.ts'
import { agentSetups } from '../../src/verify/setup/agent-setups.ts'
import { installEnvironment, searchPath } from './cache.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import type { SchemaLibrary } from './library-schemas.ts'
import { startClientJob } from './start-client-job.ts'
import { networkWords } from './start-runner.ts'

const { adapters } = createClient()
const libraries: readonly SchemaLibrary[] = ['zod', 'valibot', 'arktype']
const prompt = 'Describe her'
const whiteDot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR4nGP4DwQACfsD/fteaysAAAAASUVORK5CYII='
const answer = { name: 'Ada', level: 'high', pair: ['a', 1] }

/** What the provider is given for the schema, and what the model answers to it. */
const structured = [
  {
    agent: 'claude',
    schemaOf: toolSchema,
    value: answer,
    required: ['name', 'level', 'pair'],
    closed: undefined,
  },
  {
    agent: 'codex',
    schemaOf: formatSchema,
    // In strict mode every property has to be there.
    value: { ...answer, nick: null, when: null },
    required: ['name', 'nick', 'level', 'pair', 'when'],
    closed: false,
  },
] as const

describe.each(structured)('schemas with $agent', ({ agent, schemaOf, value, required, closed }) => {
  const { definition } = adapters.get(agent)
  beforeAll(() => installFirst(definition))

  it('gets an answer to a schema of zod, valibot and arktype', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const { runs } = await startClientJob({
      agent,
      surroundings: agentSetups[agent],
      scripts: [{ when: prompt, steps: [{ step: 'json', value }] }],
      runs: libraries.map((library) => ({ prompt, library })),
      timeout: 400_000,
    })
    const outcomes = runs.map(({ error, transport, result }) => ({
      error,
      transport,
      output: result?.output,
    }))
    const expected = { error: undefined, transport: 'cli', output: answer }
    expect(outcomes).toEqual([expected, expected, expected])
    const sent = runs.map(({ requests }) => requests.map(schemaOf).find((schema) => schema !== undefined))
    expect(sent.map((schema) => [schema?.type, schema?.$schema, schema?.additionalProperties])).toEqual([
      ['object', undefined, closed],
      ['object', undefined, closed],
      ['object', undefined, closed],
    ])
    expect(sent[0]?.required).toEqual(required)
  })
})

/** Agents whose own program is there, as a user installed it, and no bridge. */
const bridged = ['claude', 'codex'] as const

describe.each(bridged)('%s without its bridge', (agent) => {
  const { definition } = adapters.get(agent)
  beforeAll(() => installFirst(definition))

  it('runs on its command line, and over ACP with the bridge alone', async (context) => {
    const { path } = runOrSkip(await ensureInstalled(definition), context)
    const folder = await mkdtemp(join(tmpdir(), 'capstan-bridge-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await symlink(await realpath(path), join(folder, agent))
    const machine = { PATH: [folder, searchPath].join(delimiter), CAPSTAN_HOME: join(folder, 'capstan') }
    const job = { agent, machine, surroundings: agentSetups[agent], timeout: 200_000 }
    const [alone] = (await startClientJob({ ...job, runs: [{ prompt: 'Hi', allowUnenforced: true }] })).runs
    expect(alone).toMatchObject({ transport: 'cli', result: { text: 'All is well.' } })
    const environment = { ...installEnvironment, ...machine }
    await install(definition, planInstall(definition, { environment, bridgeOnly: true }), { environment })
    const overAcp = { prompt: 'Hi', transport: 'acp', allowUnenforced: true } as const
    const [bridge] = (await startClientJob({ ...job, runs: [overAcp] })).runs
    expect(bridge).toMatchObject({ transport: 'acp', result: { text: 'All is well.' } })
  })
})

/** As long as a large diff, without a mark that an agent takes for a file. */
const longPrompt = `Review this\n\n${Array.from({ length: 22_000 }, (_, line) => `+ line ${line} of a diff, with some of its words\n`).join('')}The end`
const both = ['acp', 'cli'] as const
const longAgents = [
  { agent: 'claude', transports: both },
  { agent: 'codex', transports: both },
  { agent: 'gemini', transports: both },
  { agent: 'copilot', transports: both },
  { agent: 'opencode', transports: both },
  { agent: 'pi', transports: both },
  { agent: 'omp', transports: both },
] as const

describe.each(longAgents)('a prompt of 1 MB with $agent', ({ agent, transports }) => {
  const { definition } = adapters.get(agent)
  beforeAll(() => installFirst(definition))

  it('reaches the provider unchanged', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const { runs } = await startClientJob({
      agent,
      surroundings: agentSetups[agent],
      runs: transports.map((transport) => ({ prompt: longPrompt, transport, allowUnenforced: true })),
      timeout: 300_000,
    })
    const outcomes = runs.map(({ error, result, requests }) => ({
      error,
      stopReason: result?.stopReason,
      isWhole: requests.some(({ prompt: sent = '' }) => sent.includes(longPrompt)),
    }))
    const expected = { error: undefined, stopReason: 'end-turn', isWhole: true }
    expect(outcomes).toEqual(transports.map(() => expected))
  })
})

describe('gemini on its command line', () => {
  const { definition } = adapters.get('gemini')
  beforeAll(() => installFirst(definition))

  it('sees an image outside of the workspace with a space in its path, and takes a prompt that begins with -', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const folder = await mkdtemp(join(tmpdir(), 'two words '))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'white dot.png')
    await writeFile(path, Buffer.from(whiteDot, 'base64'))
    const { runs } = await startClientJob({
      agent: 'gemini',
      surroundings: agentSetups.gemini,
      runs: [
        {
          prompt: '--help -x [[text: I see]]',
          transport: 'cli',
          permissions: 'allow-reads',
          attachments: [{ kind: 'image', path }],
        },
      ],
      timeout: 60_000,
    })
    const [run] = runs
    const sent = JSON.stringify(run?.requests.map(({ body }) => body))
    expect({ error: run?.error, text: run?.result?.text }).toEqual({ error: undefined, text: 'I see' })
    expect(sent).toContain('--help -x')
    expect(sent).toContain('"inlineData"')
  })
})

interface SentSchema {
  type?: unknown
  $schema?: unknown
  required?: unknown
  additionalProperties?: unknown
}

/** The schema of the tool by which Claude Code has the model answer. */
function toolSchema({ body }: RecordedRequest): SentSchema | undefined {
  const { tools = [] } = (body ?? {}) as { tools?: { name?: string; input_schema?: SentSchema }[] }
  return tools.find(({ name }) => name === 'StructuredOutput')?.input_schema
}

/** The schema in the format of the answer that Codex asks for. */
function formatSchema({ body }: RecordedRequest): SentSchema | undefined {
  const { text } = (body ?? {}) as { text?: { format?: { strict?: boolean; schema?: SentSchema } } }
  return text?.format?.strict === true ? text.format.schema : undefined
}

describe.each(['opencode', 'pi', 'omp'] as const)('the login of %s', (agent) => {
  const { definition } = adapters.get(agent)
  beforeAll(() => installFirst(definition))

  it('is reported without a network', async (context) => {
    const { path } = runOrSkip(await ensureInstalled(definition), context)
    const home = await mkdtemp(join(tmpdir(), 'capstan-login-'))
    onTestFinished(() => rm(home, { recursive: true, force: true }))
    const program = join(home, agent)
    const words = [...networkWords, path].map(shellArgument).join(' ')
    await writeFile(program, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 })
    const environment = { HOME: home, PATH: searchPath }
    expect(await askLogin(definition, { path: program, environment })).toBe(false)
    const key = { ANTHROPIC_API_KEY: 'sk-dummy-0123456789' }
    expect(await askLogin(definition, { path: program, environment: { ...environment, ...key } })).toBe(true)
  })
})
