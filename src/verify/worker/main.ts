import { createInterface } from 'node:readline'
import { createClient } from '../../run/client.ts'
import type { CheckReport } from '../../testing/contract/report.ts'
import { createModelProvider } from '../../testing/provider/server.ts'
import type { EscapeReport } from '../escapes/escape.ts'
import { runEscapes } from '../escapes/run-escapes.ts'
import { startBeside } from './beside.ts'
import { providerAddress, type VerifyJob, type WorkerLine } from './job.ts'
import { runJob } from './run-job.ts'
import { writeFiles } from './write-files.ts'

/**
 * Started as a program, so that the provider, Capstan and the agent are in one network, without the user's variables. The
 * job is the first line of stdin; the end of stdin stops it.
 */
const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort())
const first = Promise.withResolvers<string>()
createInterface(process.stdin)
  .once('line', first.resolve)
  .once('close', () => stop.abort())
const write = (line: WorkerLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

const text = await first.promise
const provider = await createModelProvider({ keep: 10_000 })
const job = JSON.parse(text.replaceAll(providerAddress, provider.url)) as VerifyJob
await writeFiles(job.home, job.files)
const { definition } = job
const client = createClient(definition === undefined ? {} : { definitions: [definition] })
const beside = job.beside === undefined ? undefined : await startBeside(job.beside, job)
const { cases } = job
const { signal } = stop
const onCheck = (check: CheckReport): void => write({ type: 'check', check })
const onEscapes = (escapes: readonly EscapeReport[]): void => write({ type: 'escapes', escapes })
const about =
  cases === undefined
    ? await runJob(job, { client, provider, signal, onCheck })
    : await runEscapes({ ...job, cases }, { client, provider, signal, onEscapes })
await beside?.stop()
await provider.close()
process.stdout.write(`${JSON.stringify({ type: 'done', ...about })}\n`, () => process.exit())
