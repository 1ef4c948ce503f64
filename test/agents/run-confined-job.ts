import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CapabilityError } from '../../src/capabilities/capability-error.ts'
import { createClient } from '../../src/run/client.ts'
import { readTurn } from '../../src/testing/contract/turn.ts'
import { createModelProvider } from '../../src/testing/provider/server.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import { writeFiles } from '../../src/verify/worker/write-files.ts'
import type { ConfinedJob, ConfinedOutcome, ConfinedTask } from './confined-job.ts'
import { createRecordingFront } from './recording-front.ts'
import { runOrRefusal } from './run-or-refusal.ts'

/** Started as a program, so that the provider, Capstan and the agent are in one network. The job comes on stdin. */
const text = Buffer.concat((await process.stdin.toArray()) as Buffer[]).toString('utf8')
const provider = await createModelProvider({ keep: 10_000 })
const given = JSON.parse(text) as ConfinedJob
const front = await createRecordingFront(provider.url, given.answers ?? {})
const job = JSON.parse(text.replaceAll(providerAddress, front.url)) as ConfinedJob
await writeFiles(job.home, job.files)
const cwd = await mkdtemp(join(job.folder, 'work-'))
await writeFiles(cwd, job.work)
const certificate = join(job.folder, 'company.pem')
await writeFile(certificate, front.certificate)
if (job.usesCompany) {
  process.env['HTTPS_PROXY'] = front.url
  process.env['NODE_EXTRA_CA_CERTS'] = certificate
}
provider.script(
  ...(JSON.parse(JSON.stringify(job.scripts ?? []).replaceAll('{cwd}', cwd)) as typeof job.scripts & object),
)
const client = createClient()
const outcomes: ConfinedOutcome[] = []
for (const task of job.runs) outcomes.push(await runOnce(task))
front.close()
await provider.close()
process.stdout.write(JSON.stringify(outcomes), () => process.exit())

async function runOnce({
  answer,
  resumes,
  forks,
  before = {},
  ...asked
}: ConfinedTask): Promise<ConfinedOutcome> {
  const began = performance.now()
  await writeFiles(job.home, before)
  const known = listing(job.home)
  const seen = {
    requests: provider.requests.length,
    keys: front.keys.length,
    contacts: front.contacts.length,
  }
  const sessionOf = (run: number | undefined): string | undefined =>
    run === undefined ? undefined : outcomes[run]?.sessionId
  const run = runOrRefusal(client, {
    agent: job.agent,
    prompt: '',
    cwd,
    ...job.options,
    ...(resumes === undefined ? {} : { sessionId: sessionOf(resumes) }),
    ...(forks === undefined ? {} : { forkSessionId: sessionOf(forks) }),
    ...asked,
    ...(answer === undefined ? {} : { permissions: () => answer }),
    env: { ...job.options.env, ...asked.env },
  })
  const nothing = {
    warnings: [],
    events: [],
    sent: '',
    models: [],
    keys: [],
    contacts: [],
    changed: [],
    seconds: 0,
  }
  if (run instanceof CapabilityError) return { ...nothing, refusal: run.message }
  const { events, result, error } = await readTurn(run)
  await run[Symbol.asyncDispose]()
  const requests = provider.requests.slice(seen.requests)
  const outcome: ConfinedOutcome = {
    ...(error === undefined ? {} : { error: error.toJSON() as unknown as ConfinedOutcome['error'] & object }),
    ...(result === undefined
      ? {}
      : { text: result.text, sessionId: result.sessionId ?? '', tokens: result.tokens, cost: result.cost }),
    warnings: result?.warnings ?? [],
    events,
    sent: JSON.stringify(requests.map(({ body }) => body)),
    models: [...new Set(requests.flatMap(({ model }) => model ?? []))],
    keys: [...new Set(front.keys.slice(seen.keys))],
    contacts: [...new Set(front.contacts.slice(seen.contacts))],
    changed: differences(known, listing(job.home)),
    seconds: Math.round((performance.now() - began) / 100) / 10,
  }
  process.stderr.write(
    `${JSON.stringify({ asked, ...outcome, events: events.length, sent: outcome.sent.length })}\n`,
  )
  return outcome
}

/** The files of a folder with a hash of each. */
function listing(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Map(
    files
      .filter((file) => !file.isDirectory())
      .map((file) => {
        const path = join(file.parentPath, file.name)
        const content = file.isSymbolicLink() ? readlinkSync(path) : file.isFile() ? readFileSync(path) : ''
        return [path.slice(folder.length + 1), createHash('sha256').update(content).digest('hex')] as const
      }),
  )
}

function differences(before: Map<string, string>, after: Map<string, string>): string[] {
  const changed = [...after].filter(([path, hash]) => before.get(path) !== hash).map(([path]) => path)
  return [...changed, ...[...before.keys()].filter((path) => !after.has(path))].toSorted()
}
