import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { definitions } from '../src/agents/catalog.ts'
import { type Client, createClient } from '../src/run/client.ts'
import { storeResults } from '../src/run/profiles/verified-results.ts'
import { installAll } from './installed-agents.ts'
import { cpuOf, measure, type Table } from './measure.ts'

const calls = 200

/**
 * The cost of `client.profile` for an installed agent: with a new client for each call, and with the same client. Results
 * of `capstan verify` for the installed version must not make it slower.
 */
export async function benchProfile(rounds: number): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-bench-'))
  const { PATH, CAPSTAN_HOME } = process.env
  try {
    mkdirSync(join(folder, 'bin'))
    installAll(folder)
    Object.assign(process.env, { PATH: join(folder, 'bin'), CAPSTAN_HOME: join(folder, 'capstan') })
    const client = createClient()
    const query = { model: 'opus', transport: 'acp' } as const
    const [plain, verified] = [join(folder, 'capstan'), join(folder, 'verified')]
    const inHome = async (home: string, work: () => unknown): Promise<number> => {
      process.env['CAPSTAN_HOME'] = home
      return perCall(work)
    }
    process.env['CAPSTAN_HOME'] = verified
    verifyAll('claude')
    process.env['CAPSTAN_HOME'] = plain
    const rows = await measure(
      [
        { name: 'a new client', sample: () => inHome(plain, () => createClient().profile('claude', query)) },
        {
          name: 'a new client, verified version',
          sample: () => inHome(verified, () => createClient().profile('claude', query)),
          budget: { ratio: 1.25 },
        },
        {
          name: 'warm',
          sample: () => inHome(plain, () => client.profile('claude')),
          budget: { medianMost: 1 },
        },
        {
          name: 'warm, verified version',
          sample: () => inHome(verified, () => client.profile('claude')),
          budget: { medianMost: 1 },
        },
        {
          name: 'warm, with a model and a transport',
          sample: () => inHome(plain, () => client.profile('claude', query)),
          budget: { medianMost: 1 },
        },
        {
          name: 'validating a run',
          sample: () => inHome(plain, () => validate(client)),
          budget: { medianMost: 1 },
        },
      ],
      rounds,
    )
    return [{ title: 'client.profile of an installed agent', unit: 'CPU ms', rows }]
  } finally {
    Object.assign(process.env, { PATH, CAPSTAN_HOME: CAPSTAN_HOME ?? '' })
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stores what a verification of the installed version finds out, one check per fact that was observed. */
function verifyAll(agent: 'claude'): void {
  const { package: own, acp, observed } = definitions[agent]
  const at = new Date().toISOString()
  const scope = { transport: 'acp', protocolVersion: acp?.protocolVersion ?? 1 } as const
  const checks = Object.entries(observed?.facts ?? {}).map(([id, { support, check: name }]) => ({
    name,
    result: 'verified' as const,
    saw: 'the effect was seen',
    at,
    claims: [{ id, evidence: { source: 'observed' as const, support, at, scope } }],
  }))
  const version = own?.version ?? ''
  storeResults({ agent, program: { version }, checks })
}

function validate(client: Client): unknown {
  return client.validateRun({ agent: 'claude', prompt: 'hi', model: 'opus', thinkingEffort: 'high' })
}

async function perCall(work: () => unknown): Promise<number> {
  const total = await cpuOf(async () => {
    for (let call = 0; call < calls; call++) await work()
  })
  return total / calls
}
