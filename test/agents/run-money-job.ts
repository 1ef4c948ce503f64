import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '../../src/run/client.ts'
import { readTurn } from '../../src/testing/contract/turn.ts'
import { createModelProvider } from '../../src/testing/provider/server.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import type { MoneyJob, MoneyOutcome, MoneyRun, MoneyRunOutcome } from './money-job.ts'
import { writeFiles } from '../../src/verify/worker/write-files.ts'

/** Started as a program, so that the provider, Capstan and the agent are in one network. The job comes on stdin. */
const began = performance.now()
const text = Buffer.concat((await process.stdin.toArray()) as Buffer[]).toString('utf8')
const provider = await createModelProvider({ keep: 10_000 })
const job = JSON.parse(text.replaceAll(providerAddress, provider.url)) as MoneyJob
provider.script(...(job.scripts ?? []))
const client = createClient()
const cwd = await mkdtemp(join(job.folder, 'work-'))
await writeFiles(job.home, job.files)
await writeFiles(cwd, job.work)
const runs: Record<string, MoneyRunOutcome> = {}
for (const run of job.runs) runs[run.name] = await runOnce(run)
await provider.close()
const outcome: MoneyOutcome = { runs, seconds: (performance.now() - began) / 1000 }
process.stdout.write(JSON.stringify(outcome), () => process.exit())

async function runOnce({ prompt, resumes, forks, cancelsAt, options }: MoneyRun): Promise<MoneyRunOutcome> {
  const before = provider.requests.length
  const run = client.run({
    agent: job.agent,
    prompt,
    cwd,
    ...job.options,
    ...options,
    ...(resumes === undefined ? {} : { sessionId: sessionOf(resumes) }),
    ...(forks === undefined ? {} : { forkSessionId: sessionOf(forks) }),
  })
  const { events, error } = await readTurn(run, (event) => {
    if (cancelsAt !== undefined && event.type === 'text.delta' && event.text.includes(cancelsAt))
      void run.cancel()
  })
  const finish = events.at(-1)
  return {
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
    ...(finish === undefined ? {} : { finish }),
    calls: provider.requests
      .slice(before)
      .filter(({ wire }) => wire !== undefined)
      .map(({ model = '', answeredBy, usage }) => ({
        model,
        answeredBy,
        ...(usage === undefined ? {} : { usage }),
      })),
  }
}

function sessionOf(name: string): string {
  const finish = runs[name]?.finish
  return (finish?.type === 'finish' ? finish.sessionId : undefined) ?? ''
}
