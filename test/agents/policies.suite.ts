import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { agentSetups } from '../../src/verify/setup/agent-setups.ts'
import { isAsked } from './asked-agents.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { permissiveSettings } from './permissive-settings.ts'
import { expectedEffects, type HeldAgent, heldAgents, policyCases } from './policy-expectations.ts'
import { startPolicyJob } from './start-policy-job.ts'

const { adapters } = createClient()

/** A model that tries to write, to run a command, to read inside and outside, and to reach the network. */
describe.each(heldAgents.filter(isAsked))('%s', (agent: HeldAgent) => {
  const { definition } = adapters.get(agent)
  beforeAll(() => installFirst(definition))

  it.for(['clean', 'permissive'] as const)(
    'is held to every policy with %s settings',
    async (settings, context) => {
      runOrSkip(await ensureInstalled(definition), context)
      const outcomes = await startPolicyJob({
        agent,
        surroundings: agentSetups[agent],
        permissive: settings === 'clean' ? {} : (permissiveSettings[agent] ?? {}),
        cases: policyCases,
        timeout: 400_000,
      })
      const seen = outcomes.map(({ transport, policy, effects, refusal, errors }) => [
        `${transport} ${policy}`,
        refusal ?? (errors.length > 0 ? { errors } : effects),
      ])
      expect(Object.fromEntries(seen)).toEqual(expectedEffects[agent])
    },
  )
})

describe.each((['claude', 'gemini', 'copilot', 'opencode', 'omp', 'pi'] as const).filter(isAsked))(
  '%s',
  (agent) => {
    const { definition } = adapters.get(agent)
    beforeAll(() => installFirst(definition))

    it('asks once for an action that a person then allows', async (context) => {
      runOrSkip(await ensureInstalled(definition), context)
      const [outcome] = await startPolicyJob({
        agent,
        surroundings: agentSetups[agent],
        permissive: {},
        cases: [{ transport: agent === 'pi' ? 'cli' : 'acp', policy: 'ask', answer: 'allow' }],
        timeout: 100_000,
      })
      expect(outcome?.effects).toMatchObject({ write: 'allowed', command: 'allowed' })
      expect(outcome?.questions).toMatchObject({ write: 1, command: 1 })
    })
  },
)
