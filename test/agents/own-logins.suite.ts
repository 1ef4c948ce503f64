import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { isAsked } from './asked-agents.ts'
import type { ConfinedOutcome } from './confined-job.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { type OwnLogin, ownLogins } from './own-logins.ts'
import { startConfinedJob } from './start-confined-job.ts'

const { adapters } = createClient()
const logins = Object.entries<OwnLogin>(ownLogins).filter(([agent]) => isAsked(agent))
const transports = ['acp', 'cli'] as const
/** Gemini asks for the kind of login. */
const choice = JSON.stringify({ security: { auth: { selectedType: 'oauth-personal' } } })

function start(agent: string, login: OwnLogin, state: 'valid' | 'expired'): Promise<ConfinedOutcome[]> {
  const { file, text, environment = {}, answers, model } = login
  return startConfinedJob({
    agent,
    surroundings: { provider: { environment, home: { '.gemini/settings.json': choice } } },
    home: { [file]: text(state) },
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

describe.each(logins)(
  '%s with its own login, in the sandbox and behind a company’s proxy',
  (agent, login) => {
    const { definition } = adapters.get(agent)
    beforeAll(() => installFirst(definition))

    it('reaches its provider, counted by the model proxy', async (context) => {
      runOrSkip(await ensureInstalled(definition), context)
      const outcomes = await start(agent, login, 'valid')
      expect(outcomes.map(({ error, refusal, text }) => error ?? refusal ?? text)).toEqual(['A', 'A'])
      // The bridge of Claude Code asks for a title too.
      expect(outcomes.map(({ tokens }) => (tokens?.total ?? 0) % 15)).toEqual([0, 0])
      for (const { contacts, keys, changed } of outcomes) {
        expect(contacts).toContain(login.call)
        expect(keys).toEqual(expect.arrayContaining([expect.stringMatching(login.stored)]))
        expect(changed).not.toContain(login.file)
      }
    })

    it.runIf(login.refreshed)('keeps the token that the agent refreshes', async (context) => {
      runOrSkip(await ensureInstalled(definition), context)
      const outcomes = await start(agent, login, 'expired')
      expect(outcomes.map(({ error, refusal, text }) => error ?? refusal ?? text)).toEqual(['A', 'A'])
      const { refreshed = /$^/ } = login
      for (const { keys } of outcomes)
        expect(keys).toEqual(expect.arrayContaining([expect.stringMatching(refreshed)]))
      // The second run finds the new token in the user's home.
      expect(outcomes.map(({ changed }) => changed.includes(login.file))).toEqual([true, false])
    })
  },
)
