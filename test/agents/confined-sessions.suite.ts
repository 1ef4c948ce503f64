import { beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { isAsked } from './asked-agents.ts'
import type { ConfinedOutcome } from './confined-sessions-job.ts'
import { ensureInstalled, runOrSkip } from './installation.ts'
import { type ConfinedJobOptions, startConfinedJob } from './start-confined-sessions-job.ts'

const { adapters } = createClient()

interface Confined extends ConfinedJobOptions {
  agent: 'codex' | 'opencode' | 'pi' | 'omp' | 'openclaw'
  /** What of the home the runs may change: sessions and state. */
  keeps: RegExp
  /** Whether the policy leaves the agent its commands. */
  searches: boolean
  /** The instructions of the user. */
  userFile?: string
}

const cases: readonly Confined[] = [
  ...(['acp', 'cli'] as const).flatMap((transport): Confined[] => [
    {
      agent: 'codex',
      transport,
      policy: 'ask',
      searches: true,
      resumes: true,
      forks: true,
      keeps: /^\.codex\/sessions\//,
      userFile: '.codex/AGENTS.md',
    },
    {
      agent: 'opencode',
      transport,
      policy: transport === 'acp' ? 'ask' : 'allow-reads',
      searches: transport === 'acp',
      resumes: true,
      forks: true,
      keeps: /^(?:\.local\/(?:share|state)|\.cache)\/opencode\//,
      userFile: '.config/opencode/AGENTS.md',
    },
    {
      agent: 'pi',
      transport,
      policy: transport === 'cli' ? 'ask' : 'allow-reads',
      searches: true,
      resumes: true,
      forks: transport === 'cli',
      keeps: /^\.pi\/(?:agent\/sessions|pi-acp)\//,
      userFile: '.pi/agent/AGENTS.md',
    },
    {
      agent: 'omp',
      transport,
      policy: transport === 'acp' ? 'ask' : 'allow-reads',
      searches: transport === 'acp',
      resumes: true,
      forks: true,
      keeps: /^\.omp\/agent\/sessions\//,
      userFile: '.omp/agent/AGENTS.md',
    },
  ]),
  {
    agent: 'openclaw',
    transport: 'cli',
    policy: 'allow-reads',
    searches: false,
    resumes: false,
    forks: false,
    keeps: /^\.openclaw\/(?:state|agents)\//,
  },
]

describe.each(cases.filter(({ agent }) => isAsked(agent)))(
  'in the sandbox, $agent over $transport',
  ({ keeps, searches, userFile, ...asked }) => {
    let outcome: ConfinedOutcome | undefined

    beforeAll(async () => {
      const installation = await ensureInstalled(adapters.get(asked.agent).definition)
      if ('notRun' in installation) return
      outcome = await startConfinedJob({
        ...asked,
        files: userFile === undefined ? {} : { [userFile]: 'instructions of the user' },
      })
    }, 600_000)

    const check = (body: (seen: ConfinedOutcome) => void) => async (context: TestContext) => {
      runOrSkip(await ensureInstalled(adapters.get(asked.agent).definition), context)
      if (outcome === undefined) throw new Error('The runs failed')
      body(outcome)
    }

    it(
      'continues its sessions inside and outside, and works beside itself',
      check(({ turns }) => {
        const ok = { ended: 'ok', remembers: true }
        const apart = { ended: 'ok', remembers: false }
        expect(turns).toEqual({
          first: ok,
          ...(asked.resumes ? { resumed: ok, 'resumed again': ok, 'resumed without sandbox': ok } : {}),
          ...(asked.forks ? { forked: ok } : {}),
          'beside one': apart,
          'beside two': apart,
          search: apart,
        })
      }),
    )

    it(
      'changes nothing of the home but its sessions',
      check(({ changed }) => {
        expect(changed.filter((path) => !keeps.test(path))).toEqual([])
      }),
    )

    it(
      'reads the instructions of the folder and of the user',
      check(({ seesInstructions, seesUserInstructions }) => {
        expect({ seesInstructions, seesUserInstructions }).toEqual({
          seesInstructions: true,
          seesUserInstructions: userFile !== undefined,
        })
      }),
    )

    it(
      'sends the key of the user and does not know it',
      check(({ sendsKey, searched, findsKey }) => {
        expect({ sendsKey, searched, findsKey }).toEqual({
          sendsKey: true,
          searched: searches,
          findsKey: false,
        })
      }),
    )
  },
)
