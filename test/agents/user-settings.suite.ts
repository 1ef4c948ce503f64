import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import { isAsked } from './asked-agents.ts'
import type { ConfinedTask } from './confined-job.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { startConfinedJob } from './start-confined-job.ts'

const { adapters } = createClient()
const transports = ['acp', 'cli'] as const
const policies = ['deny', 'allow-reads', 'ask'] as const

/** The settings of a user who reaches the provider without a variable of Capstan's caller. */
const claudeUsers = {
  'a program that prints the key': {
    settings: { apiKeyHelper: 'echo sk-from-the-helper-0001', env: { ANTHROPIC_BASE_URL: providerAddress } },
    key: 'Bearer sk-from-the-helper-0001',
  },
  'a gateway with a token': {
    settings: {
      env: { ANTHROPIC_BASE_URL: providerAddress, ANTHROPIC_AUTH_TOKEN: 'token-of-the-gateway-0002' },
    },
    key: 'Bearer token-of-the-gateway-0002',
  },
}

describe.runIf(isAsked('claude')).each(Object.entries(claudeUsers))(
  'claude with %s and a model in its settings',
  (_, { settings, key }) => {
    const { definition } = adapters.get('claude')
    beforeAll(() => installFirst(definition))

    it('uses both under every limiting policy, on both transports', async (context) => {
      runOrSkip(await ensureInstalled(definition), context)
      const text = JSON.stringify({ model: 'claude-haiku-4-5', ...settings })
      const runs = transports.flatMap((transport) =>
        policies.map((permissions): ConfinedTask => ({
          prompt: 'Say hello',
          transport,
          permissions,
        })),
      )
      const outcomes = await startConfinedJob({
        agent: 'claude',
        surroundings: {
          provider: {
            environment: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
            home: { '.claude/settings.json': text },
          },
        },
        // Nobody answers the questions of `ask` here, and none comes.
        runs: runs.map((run) => (run.permissions === 'ask' ? { ...run, answer: 'deny' } : run)),
        timeout: 200_000,
      })
      const seen = outcomes.map(({ error, models, keys }) => [error, models, keys])
      expect(seen).toEqual(runs.map(() => [undefined, ['claude-haiku-4-5'], [key]]))
    })
  },
)

describe.runIf(isAsked('codex'))('codex with a model in its settings', () => {
  const { definition } = adapters.get('codex')
  beforeAll(() => installFirst(definition))

  it('is counted at the price of that model, and gets no effort that the model lacks', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const provider = [
      'model = "gpt-5.5"',
      'model_provider = "loopback"',
      'check_for_update_on_startup = false',
      '[model_providers.loopback]',
      'name = "loopback"',
      `base_url = "${providerAddress}/v1"`,
      'wire_api = "responses"',
      'env_key = "LOOPBACK_KEY"',
    ]
    const task = { prompt: 'Count', permissions: 'allow' } as const
    const outcomes = await startConfinedJob({
      agent: 'codex',
      surroundings: {
        provider: {
          environment: { LOOPBACK_KEY: 'sk-of-the-user-0003' },
          home: { '.codex/config.toml': `${provider.join('\n')}\n` },
        },
      },
      scripts: [
        {
          when: 'Count',
          steps: [
            { step: 'usage', input: 2000, output: 100 },
            { step: 'text', text: 'Done' },
          ],
        },
      ],
      runs: transports.flatMap((transport) => [
        { ...task, transport },
        { ...task, transport, thinkingEffort: 'max', strict: true },
      ]),
      timeout: 200_000,
    })
    // 2,000 tokens at $5 and 100 at $30 for a million.
    const cost = { amount: expect.closeTo(0.013, 9), currency: 'USD', source: 'computed' }
    const seen = outcomes.map((one) => one.refusal ?? [one.error, one.models, one.cost])
    const refused = expect.stringContaining("Model 'gpt-5.5'")
    const counted = [undefined, ['gpt-5.5'], cost]
    expect(seen).toEqual([counted, refused, counted, refused])
  })
})
