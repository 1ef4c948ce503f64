import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { definitions } from '../src/agents/catalog.ts'
import { type Client, createClient } from '../src/run/client.ts'
import { storeResults } from '../src/run/profiles/verified-results.ts'
import { unpackInto } from '../test/support/packed-package.ts'
import { childCpu, requireBuild } from './child-cpu.ts'
import { installAll } from './installed-agents.ts'
import { cpuOf, measure, type Table } from './measure.ts'

const calls = 200

/**
 * The cost of `client.profile` for an installed agent: in a new process, with a new client for each call, and with the same
 * client. Neither the history of versions in the package nor results of `capstan verify` may make a start slower.
 */
export async function benchProfile(rounds: number): Promise<Table[]> {
  requireBuild()
  const folder = mkdtempSync(join(tmpdir(), 'capstan-bench-'))
  const { PATH, CAPSTAN_HOME } = process.env
  try {
    const installed = unpackInto(folder)
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
    const started = await benchStarted(installed, { plain, verified, rounds })
    return [{ title: 'client.profile of an installed agent', unit: 'CPU ms', rows }, started]
  } finally {
    Object.assign(process.env, { PATH, CAPSTAN_HOME: CAPSTAN_HOME ?? '' })
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A new process that reads one profile: with and without the history, and with results of `capstan verify`. */
async function benchStarted(
  installed: string,
  { plain, verified, rounds }: { plain: string; verified: string; rounds: number },
): Promise<Table> {
  const without = `${installed}-without-history`
  cpSync(installed, without, { recursive: true })
  for (const file of globSync('dist/agents/catalog/*/history.ndjson', { cwd: without })) {
    rmSync(join(without, file))
  }
  const rows = await measure(
    [
      { name: 'without history', sample: () => startedCost(without, plain) },
      { name: 'with history', sample: () => startedCost(installed, plain), budget: { minRatio: 1.05 } },
      {
        name: 'with history, verified version',
        sample: () => startedCost(installed, verified),
        budget: { minRatio: 1.05 },
      },
    ],
    rounds,
  )
  return { title: 'A new process that reads a profile', unit: 'CPU ms', rows }
}

/** The CPU time of a process that reads a profile with the package in a folder. */
function startedCost(folder: string, home: string): number {
  const address = pathToFileURL(join(folder, 'dist/run/index.js')).href
  return childCpu(['bench/start-cases/profile.mjs', address], { ...process.env, CAPSTAN_HOME: home })
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
