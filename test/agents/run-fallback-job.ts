import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '../../src/run/client.ts'
import { ofType, readTurn } from '../../src/testing/contract/turn.ts'
import { createModelProvider } from '../../src/testing/provider/server.ts'
import type { FallbackJob, FallbackOutcome } from './fallback-job.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import { writeFiles } from '../../src/verify/worker/write-files.ts'

/** Started as a program, so that the provider, Capstan and the agents are in one network. The job comes on stdin. */
const text = Buffer.concat((await process.stdin.toArray()) as Buffer[]).toString('utf8')
const provider = await createModelProvider({ keep: 1000 })
const job = JSON.parse(text.replaceAll(providerAddress, provider.url)) as FallbackJob
await writeFiles(job.home, job.files)
const refusal = { step: 'error', status: 429, message: 'There were too many requests' } as const
const append = { step: 'tool', use: 'shell', input: { command: 'echo once >> log.txt' } } as const
// Only the first agent uses this API.
provider.script(
  {
    when: ({ wire, prompt }) => wire === 'openai-responses' && prompt.includes('refused at once'),
    steps: [refusal],
  },
  {
    when: ({ wire, prompt }) => wire === 'openai-responses' && prompt.includes('refused later'),
    steps: [append, refusal],
  },
)
// The data folder is shared with other jobs.
const coolDowns = join(process.env['CAPSTAN_HOME'] ?? '', 'cool-downs.json')
await rm(coolDowns, { force: true })
const outcomes: FallbackOutcome[] = []
for (const prompt of job.prompts) outcomes.push(await runOnce(prompt))
await rm(coolDowns, { force: true })
await provider.close()
process.stdout.write(JSON.stringify(outcomes), () => process.exit())

async function runOnce(prompt: string): Promise<FallbackOutcome> {
  const [agent, other] = job.agents
  const cwd = await mkdtemp(join(job.folder, 'work-'))
  const client = createClient()
  const run = client.run({ agent, fallback: [other], prompt, cwd, env: job.env, permissions: 'allow' })
  const { events, result, error } = await readTurn(run)
  const changes = ofType(events, 'agent.changed')
  return {
    ...(result === undefined ? {} : { text: result.text }),
    ...(error === undefined ? {} : { error: error.code }),
    agents: changes.map((change) => `${change.agent}: ${change.reason}`),
    hasTime: changes.some(({ until }) => until !== undefined),
    log: await readFile(join(cwd, 'log.txt'), 'utf8').catch(() => ''),
  }
}
