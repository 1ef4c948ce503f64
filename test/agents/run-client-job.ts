import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { CapabilityError } from '../../src/capabilities/capability-error.ts'
import { createClient } from '../../src/run/client.ts'
import { readTurn } from '../../src/testing/contract/turn.ts'
import { createModelProvider, type ModelProvider } from '../../src/testing/provider/server.ts'
import { startBeside } from '../../src/verify/worker/beside.ts'
import type { ClientJob, ClientJobOutcome, JobRunOutcome, JobTask } from './client-job.ts'
import { runOrRefusal } from './run-or-refusal.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import { librarySchemas } from './library-schemas.ts'
import { writeFiles } from '../../src/verify/worker/write-files.ts'

/** Started as a program, so that the provider, Capstan and the agent are in one network. The job comes on stdin. */
const began = performance.now()
const text = Buffer.concat((await process.stdin.toArray()) as Buffer[]).toString('utf8')
const provider = await createModelProvider({ keep: 10_000 })
const job = JSON.parse(text.replaceAll(providerAddress, provider.url)) as ClientJob
await writeFiles(job.home, job.files)
provider.script(...(job.scripts ?? []))
const client = createClient()
const beside = job.beside === undefined ? undefined : await startBeside(job.beside, job)
const runs: JobRunOutcome[] = []
let firstFolder: string | undefined
for (const run of job.runs ?? []) runs.push(await runOnce(provider, run))
await beside?.stop()
await provider.close()
const outcome: ClientJobOutcome = {
  runs,
  seconds: (performance.now() - began) / 1000,
}
process.stdout.write(JSON.stringify(outcome), () => process.exit())

async function runOnce(
  { requests: all }: ModelProvider,
  { resumes, forks, ...asked }: JobTask,
): Promise<JobRunOutcome> {
  const before = all.length
  const cwd =
    (resumes ?? forks) && firstFolder !== undefined ? firstFolder : await mkdtemp(join(job.folder, 'work-'))
  firstFolder ??= cwd
  await writeFiles(cwd, job.work)
  const env = { ...job.options.env, ...asked.env }
  const { library, ...rest } = asked
  const schema = library === undefined ? {} : { schema: librarySchemas[library] }
  const first = runs[0]?.result?.sessionId
  const session = resumes ? { sessionId: first } : forks ? { forkSessionId: first } : {}
  const options = { agent: job.agent, prompt: '', cwd, ...job.options, ...session, ...rest, ...schema, env }
  const run = runOrRefusal(client, options)
  if (run instanceof CapabilityError) {
    return { refusal: run.message, events: [], requests: all.slice(before) }
  }
  const { thinking, transport } = client.validateRun(options)
  const { events, result, error } = await readTurn(run)
  return {
    native: thinking.native,
    transport,
    events,
    ...(result === undefined ? {} : { result }),
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
    requests: all.slice(before),
  }
}
