import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { agentCatalog } from '../../src/agents/catalog.ts'
import type { ProviderConfig } from '../../src/config/config.ts'
import { projectFolder } from './cache.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import type { AgentJob, AgentOutcome } from './job.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import { inOwnPlace } from './own-place.ts'
import { startRunner } from './start-runner.ts'

const key = 'sk-own-key-0123456789'
const v1 = `${providerAddress}/v1`

const keyHeaders = ['authorization', 'x-api-key', 'x-goog-api-key']

interface Case {
  agent: keyof typeof agentCatalog
  transport: 'acp' | 'cli'
  provider: Omit<ProviderConfig, 'keyVariable'>
  /** The wire on which the request has to come. */
  path: string
}

const cases: readonly Case[] = [
  { agent: 'claude', transport: 'cli', provider: { baseUrl: providerAddress }, path: '/v1/messages' },
  { agent: 'codex', transport: 'acp', provider: { baseUrl: v1 }, path: '/v1/responses' },
  { agent: 'codex', transport: 'cli', provider: { baseUrl: v1 }, path: '/v1/responses' },
  { agent: 'gemini', transport: 'cli', provider: { baseUrl: providerAddress }, path: '/v1beta/models' },
  { agent: 'gemini', transport: 'acp', provider: { baseUrl: providerAddress }, path: '/v1beta/models' },
  {
    agent: 'copilot',
    transport: 'cli',
    provider: { baseUrl: v1, model: 'own-model' },
    path: '/v1/chat/completions',
  },
  {
    agent: 'opencode',
    transport: 'cli',
    provider: { baseUrl: v1, api: 'openai-completions', model: 'own-model' },
    path: '/v1/chat/completions',
  },
  {
    agent: 'pi',
    transport: 'cli',
    provider: { baseUrl: v1, api: 'openai-completions', model: 'own-model' },
    path: '/v1/chat/completions',
  },
]

/** What keeps each from asking anybody else; none of it has to do with the provider. */
const quiet = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  OPENCODE_DISABLE_AUTOUPDATE: 'true',
  OPENCODE_DISABLE_MODELS_FETCH: 'true',
  PI_OFFLINE: '1',
  IS_SANDBOX: '1',
}

describe.each(cases)('$agent over $transport with $provider', ({ agent, transport, provider, path }) => {
  const definition = agentCatalog[agent]
  beforeAll(() => installFirst(definition))

  it('asks the provider of the configuration file, with the key of the named variable', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const { exitCode, stdout, stderr, requests } = await inOwnPlace(
      'providers',
      async ({ folder, home, environment }) => {
        const config = join(home, 'config.json')
        await mkdir(folder, { recursive: true })
        await writeFile(join(folder, 'README.md'), 'A folder\n')
        const job: AgentJob = {
          command: process.execPath,
          arguments: [
            join(projectFolder, 'src/cli/main.ts'),
            'run',
            agent,
            'Say the word HELLO',
            '--transport',
            transport,
            '--allow-unenforced',
            '--verbose',
            ...Object.keys(quiet).flatMap((name) => ['--env', name]),
          ],
          environment: { ...environment, ...quiet, CAPSTAN_CONFIG: config, OWN_KEY: key },
          cwd: folder,
          files: [
            {
              path: config,
              content: JSON.stringify({
                agents: { [agent]: { provider: { ...provider, keyVariable: 'OWN_KEY' } } },
              }),
            },
          ],
          timeout: 60_000,
        }
        const runner = join(import.meta.dirname, 'run-job.ts')
        return (await startRunner(runner, job, { environment, timeout: 90_000 })) as AgentOutcome
      },
    )
    const asked = requests.filter((request) => request.path.startsWith(path))
    const models = asked.map(({ body }) => (body as { model?: string }).model)
    expect({
      exitCode,
      hasAsked: asked.length > 0,
      output: exitCode === 0 ? '' : `${stdout}${stderr}`,
    }).toEqual({
      exitCode: 0,
      hasAsked: true,
      output: '',
    })
    // The recording hides keys, and there is no other key that could have been sent.
    const keyed = asked.filter(({ headers }) => keyHeaders.some((name) => name in headers))
    expect(keyed.length).toBe(asked.length)
    expect(models).toEqual(expect.arrayContaining(provider.model === undefined ? [] : [provider.model]))
    expect(`${stdout}${stderr}`).not.toContain(key)
  })
})
