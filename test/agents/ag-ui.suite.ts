import { beforeAll, describe, expect, it, type TestContext } from 'vitest'
import type { Generation } from '../../src/gateway/ag-ui/generation.ts'
import { createClient } from '../../src/run/client.ts'
import { generations } from '../support/ag-ui-clients.ts'
import { agUiAgents } from './ag-ui-agents.ts'
import type { AgUiOutcome, ClientOutcome, SeenRun } from './ag-ui-job.ts'
import { isAsked } from './asked-agents.ts'
import { type Broken, inTwoAttempts } from './in-two-attempts.ts'
import { ensureInstalled, type NotRun, runOrSkip } from './installation.ts'
import { startAgUiJob } from './start-ag-ui-job.ts'
import { twoAtATime } from './two-at-a-time.ts'

const { adapters } = createClient()
const agents = (Object.keys(agUiAgents) as (keyof typeof agUiAgents)[]).filter(isAsked)

const outcomes = new Map<string, AgUiOutcome | NotRun | Broken>()

beforeAll(async () => {
  await twoAtATime(agents, async (agent) => {
    outcomes.set(agent, await tried(agent))
  })
}, 1_800_000)

function tried(agent: keyof typeof agUiAgents): Promise<AgUiOutcome | NotRun | Broken> {
  return inTwoAttempts(agent, async () => {
    const installation = await ensureInstalled(adapters.get(agent).definition)
    return 'notRun' in installation ? installation : startAgUiJob(agent, agUiAgents[agent])
  })
}

/** A successful run without text, tool calls and questions. */
const well: SeenRun = {
  end: 'success',
  text: '',
  reasoning: '',
  calls: 0,
  results: 0,
  interrupts: [],
  faults: [],
  complaints: [],
}
const asking: SeenRun = {
  ...well,
  end: 'interrupt',
  calls: 1,
  interrupts: [{ reason: 'tool_call', hasCall: true }],
}

describe.each(agents)('%s behind the gateway', { retry: 0 }, (agent) => {
  const { thought, denied } = agUiAgents[agent]
  const wholeOf = (context: Pick<TestContext, 'skip'>): AgUiOutcome => {
    const outcome = runOrSkip(outcomes.get(agent) ?? { broken: 'it was not tried' }, context)
    if ('broken' in outcome) throw new Error(outcome.broken)
    return outcome
  }

  it('leaves nothing running when the gateway is closed', (context) => {
    expect(wholeOf(context).leftRunning).toBe(0)
  })

  describe.each(generations)('for a %s client', (generation) => {
    const outcomeOf = (context: Pick<TestContext, 'skip'>): ClientOutcome =>
      wholeOf(context).clients[generation]
    const cancelled = cancelledFor(generation)

    it('streams text and thinking', (context) => {
      const { text, thinking } = outcomeOf(context)
      expect(text).toEqual({ ...well, text: `Hello ${generation}` })
      expect(thinking).toEqual({ ...well, reasoning: thought, text: 'That was a good thought' })
    })

    it('edits a file', (context) => {
      expect(outcomeOf(context).edit).toEqual({
        ...well,
        calls: 2,
        results: 2,
        text: 'It is changed',
        content: 'after\n',
      })
    })

    it('is interrupted and continues after approval', (context) => {
      const { asked, approved } = outcomeOf(context)
      expect([asked, approved]).toEqual([
        asking,
        { ...well, results: 1, text: 'It is made', isWritten: true },
      ])
    })

    it('is interrupted and does nothing after a denial', (context) => {
      const { askedAgain, denied: seen } = outcomeOf(context)
      const end = denied.isCancelled ? cancelled : 'success'
      expect([askedAgain, seen]).toEqual([
        asking,
        { ...well, end, results: 1, text: denied.text, isWritten: false },
      ])
    })

    it('ends its work when the client leaves, and accepts the next run', (context) => {
      const { aborted, followed, leftRunning, after } = outcomeOf(context)
      // An agent may report its command only after the end.
      const some = { calls: expect.any(Number) as number, results: expect.any(Number) as number }
      expect(aborted).toEqual({ ...well, ...some, end: 'abort: This operation was aborted' })
      expect(followed).toEqual({ ...well, ...some, end: cancelled })
      expect(leftRunning).toBe(0)
      expect(after).toEqual({ ...well, text: 'Here I am' })
    })
  })
})

/** Clients before 1.0 know no outcome for it. */
function cancelledFor(generation: Generation): string {
  return generation === 'current' ? 'cancelled' : 'no outcome: cancelled'
}
