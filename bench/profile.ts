import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '../src/run/client.ts'
import { installAll } from './installed-agents.ts'
import { cpuOf, measure, type Table } from './measure.ts'

const calls = 200

/** The cost of `client.profile` for an installed agent: with a new client for each call, and with the same client. */
export async function benchProfile(rounds: number): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-bench-'))
  const { PATH, CAPSTAN_HOME } = process.env
  try {
    mkdirSync(join(folder, 'bin'))
    installAll(folder)
    Object.assign(process.env, { PATH: join(folder, 'bin'), CAPSTAN_HOME: join(folder, 'capstan') })
    const client = createClient()
    const query = { model: 'opus', transport: 'acp' } as const
    const rows = await measure(
      [
        { name: 'a new client', sample: () => perCall(() => createClient().profile('claude', query)) },
        { name: 'warm', sample: () => perCall(() => client.profile('claude')), budget: { medianMost: 1 } },
        {
          name: 'warm, with a model and a transport',
          sample: () => perCall(() => client.profile('claude', query)),
          budget: { medianMost: 1 },
        },
        {
          name: 'validating a run',
          sample: () => perCall(() => validate(client)),
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

function validate(client: Client): unknown {
  return client.validateRun({ agent: 'claude', prompt: 'hi', model: 'opus', thinkingEffort: 'high' })
}

async function perCall(work: () => unknown): Promise<number> {
  const total = await cpuOf(async () => {
    for (let call = 0; call < calls; call++) await work()
  })
  return total / calls
}
