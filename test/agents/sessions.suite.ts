import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { providerSetup } from '../../src/testing/provider/provider-setup.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import type { SessionsJob, SessionsOutcome } from './sessions-job.ts'
import { inOwnPlace } from './own-place.ts'
import { startRunner } from './start-runner.ts'

const runner = join(import.meta.dirname, 'run-sessions-job.ts')
const { adapters } = createClient()

/** The model each is started with on its command line. */
const models = { claude: 'claude-sonnet-5-5', codex: 'gpt-5.5', pi: 'anthropic/claude-opus-4-6' } as const

interface SessionsCase {
  transport: SessionsJob['transport']
  hasTools: boolean
  agents: readonly (keyof typeof models)[]
}

const cases: readonly SessionsCase[] = [
  { transport: 'acp', hasTools: true, agents: ['claude', 'codex'] },
  { transport: 'cli', hasTools: false, agents: ['claude', 'codex', 'pi'] },
]

describe.each(cases)('$agents as sessions over $transport', (asked) => {
  const definitions = asked.agents.map((agent) => adapters.get(agent).definition)
  beforeAll(async () => {
    for (const definition of definitions) await installFirst(definition)
  })

  it('get messages at the requested boundaries', async (context) => {
    for (const definition of definitions) runOrSkip(await ensureInstalled(definition), context)
    const { agents, dm, transcript } = await runSessions(asked)
    if (process.env['CAPSTAN_TEST_TRANSCRIPT'] !== undefined) {
      process.stderr.write(`${transcript.join('\n')}\n`)
    }
    const good = { state: 'delivered', receipts: ['delivered'] }
    const some = expect.any(Number) as number
    expect(agents).toEqual(
      asked.agents.map((agent) => ({
        agent,
        modes: ['immediate', 'next-message', 'next-tool-call', 'on-idle', 'manual'],
        // Sent during the first call: it is not in what follows that call, and it is in what follows the second.
        nextToolCall: {
          ...good,
          turn: expect.stringMatching(/^end-turn: /) as string,
          isInTurn: true,
          results: 2,
          hasImage: true,
        },
        onIdle: {
          ...good,
          turn: 'end-turn: worked on',
          isInTurn: false,
          results: some,
          hasImage: expect.any(Boolean) as boolean,
        },
        immediate: {
          ...good,
          turn: 'cancelled: ',
          isInTurn: false,
          results: some,
          hasImage: expect.any(Boolean) as boolean,
        },
      })),
    )
    expect(dm).toEqual(
      asked.hasTools
        ? {
            state: 'delivered',
            text: 'The tests are green',
            from: 'claude',
            isInRequest: true,
            answerOfTool: 'sent',
          }
        : undefined,
    )
  })
})

async function runSessions({ transport, hasTools, agents }: SessionsCase): Promise<SessionsOutcome> {
  return await inOwnPlace('sessions', async ({ home, folder, environment }) => {
    const job: SessionsJob = {
      home,
      folder,
      transport,
      hasTools,
      agents: agents.map((agent) => {
        const { home: files = {}, environment: env = {} } = providerSetup(
          agent,
          `${providerAddress}/${agent}`,
        )
        return {
          agent,
          files,
          env,
          ...(transport === 'cli' ? { model: models[agent] } : {}),
        }
      }),
    }
    return (await startRunner(runner, job, { environment, timeout: 140_000 })) as SessionsOutcome
  })
}
