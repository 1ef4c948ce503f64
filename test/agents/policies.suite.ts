import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { agentSetups } from '../../src/verify/setup/agent-setups.ts'
import { isAsked } from './asked-agents.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { startPolicyJob } from './start-policy-job.ts'

const { adapters } = createClient()

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
