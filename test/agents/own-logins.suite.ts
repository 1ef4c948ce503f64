import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { isAsked } from './asked-agents.ts'
import type { ConfinedOutcome } from './confined-job.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { type OwnLogin, ownLogins } from './own-logins.ts'
import { startConfinedJob } from './start-confined-job.ts'

const { adapters } = createClient()
const logins = Object.entries(ownLogins).filter(([, { agent }]) => isAsked(agent))
const transports = ['acp', 'cli'] as const

function start(login: OwnLogin, state: 'valid' | 'expired'): Promise<ConfinedOutcome[]> {
  const { agent, files, environment = {}, answers, model } = login
  return startConfinedJob({
    agent,
    // Without the key and the address of the loopback provider.
    surroundings: { provider: { environment, home: {} } },
    home: files(state),
    answers,
    usesCompany: true,
    runs: transports.map((transport) => ({
      prompt: `${transport} [[text: A]]`,
      transport,
      permissions: 'allow-reads',
      ...(model === undefined ? {} : { model }),
    })),
    timeout: 200_000,
  })
}

function endOf({ error, refusal, text }: ConfinedOutcome): string | undefined {
  return error?.code ?? refusal ?? text
}

describe.each(logins)('%s, in the sandbox and behind the proxy of a company', (_, login) => {
  const { definition } = adapters.get(login.agent)
  const { call, stored, refreshed, fails } = login
  beforeAll(() => installFirst(definition))

  it('reaches its provider with the login, counted by the model proxy', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const outcomes = await start(login, 'valid')
    expect(outcomes.map(endOf)).toEqual(fails ?? ['A', 'A'])
    for (const { contacts, keys, changed, tokens } of outcomes) {
      expect(contacts).toContain(call)
      expect(keys).toEqual(expect.arrayContaining([expect.stringMatching(stored)]))
      expect(changed.filter((path) => path in login.files('valid'))).toEqual([])
      // Each call reports 15 tokens, and some agents ask for a title too.
      expect(fails === undefined ? [15, 30] : [undefined]).toContain(tokens?.total)
    }
  })

  it.runIf(refreshed)('stores the token that the agent refreshes', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const outcomes = await start(login, 'expired')
    expect(outcomes.map(endOf)).toEqual(['A', 'A'])
    for (const { keys } of outcomes)
      expect(keys).toEqual(expect.arrayContaining([expect.stringMatching(refreshed ?? /$^/)]))
    // The second run finds the new token in the user's home.
    const [file = ''] = Object.keys(login.files('expired'))
    expect(outcomes.map(({ changed }) => changed.includes(file))).toEqual([true, false])
  })
})
