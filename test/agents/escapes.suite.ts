import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { sandboxSupport } from '../../src/sandbox/bubblewrap.ts'
import { agentSetups, type TestedAgent } from '../../src/verify/setup/agent-setups.ts'
import type { VerificationReport } from '../../src/verify/report.ts'
import { isDue } from './asked-agents.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { isWriting } from './observed.ts'
import { recordOf, writeEscapes } from './recorded-escapes.ts'
import { verifyCommand } from './verify-installed.ts'

const { adapters } = createClient()
const agents = (Object.keys(agentSetups) as TestedAgent[]).filter(isDue)
const policies = ['deny', 'allow-reads', 'ask'] as const
const day = Math.floor(Date.now() / 86_400_000)
/** One policy a day; all of them where everything is asked for. */
const tried = process.env['CAPSTAN_ALL'] === '1' || isWriting ? policies : [policies[day % 3] ?? 'ask']
const timeout = 900_000

// No retry: an escape that works once is an escape.
describe.runIf('path' in sandboxSupport(process.env)).each(agents)('%s', { retry: 0 }, (agent) => {
  const { definition } = adapters.get(agent)
  beforeAll(() => installFirst(definition))

  it('lets no escape from a limiting policy work', { timeout }, async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const words = [agent, '--json', ...tried.flatMap((policy) => ['--policy', policy])]
    const { stdout } = await verifyCommand(words, timeout)
    const {
      agents: [verification],
    } = JSON.parse(stdout) as VerificationReport
    const { escapes = [], ...about } = verification ?? { startedAt: '' }
    if (isWriting) writeEscapes(agent, recordOf({ ...about, escapes }))
    expect(escapes.length).toBeGreaterThan(0)
    expect(escapes.filter(({ outcome }) => outcome === 'open' || outcome === 'untried')).toEqual([])
    // The gateway of OpenClaw works outside of every sandbox.
    const overAcp = escapes.filter(({ transport }) => transport === 'acp')
    const isRefused = overAcp.every(({ outcome }) => outcome === 'refused')
    expect(isRefused).toBe(
      agent === 'openclaw' || (agent === 'pi' && tried.length === 1 && tried[0] === 'ask'),
    )
  })
})
