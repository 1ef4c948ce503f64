import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import type { RunOptions } from '../../src/run/api/options.ts'
import { createClient } from '../../src/run/client.ts'
import { readTurn } from '../../src/testing/contract/turn.ts'
import type { ModelStep } from '../../src/testing/provider/script/script.ts'
import { createModelProvider } from '../../src/testing/provider/server.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import { writeFiles } from '../../src/verify/worker/write-files.ts'
import type { ConfinedJob, ConfinedOutcome, ConfinedTurn } from './confined-sessions-job.ts'

/** Started as a program, so that the provider, Capstan and the agent are in one network. The job comes on stdin. */
const text = Buffer.concat((await process.stdin.toArray()) as Buffer[]).toString('utf8')
const provider = await createModelProvider({ keep: 10_000 })
/** The provider does not keep keys: this server in front of it looks at them. */
const seenKeys = new Set<boolean>()
const front = createServer((incoming, outgoing) => {
  const { method, url: path, headers } = incoming
  seenKeys.add(JSON.stringify([headers['authorization'], headers['x-api-key']]).includes(job.key))
  const target = new URL(path ?? '/', provider.url)
  const behind = send(target, { method, headers: { ...headers, host: target.host } }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  behind.on('error', () => outgoing.destroy())
  incoming.pipe(behind)
})
await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
const job = JSON.parse(text.replaceAll(providerAddress, url)) as ConfinedJob
const client = createClient()
await writeFiles(job.home, job.files)
const cwd = await mkdtemp(join(job.folder, 'work-'))
await writeFiles(cwd, { 'AGENTS.md': 'instructions of the folder', 'inside.txt': 'inside\n' })

const warnings = new Set<string>()
const turns: Record<string, ConfinedTurn> = {}
const before = listing(job.home)
const first = await turn('first', {})
if (job.resumes && first !== undefined) {
  await turn('resumed', { sessionId: first })
  await turn('resumed again', { sessionId: first })
}
if (job.forks && first !== undefined) await turn('forked', { forkSessionId: first })
await Promise.all([turn('beside one', {}), turn('beside two', {})])
const seesInstructions = sent().includes('instructions of the folder')
const seesUserInstructions = sent().includes('instructions of the user')
const search = await searchInside()
const changed = changedSince(before)
if (job.resumes && first !== undefined)
  await turn('resumed without sandbox', { sessionId: first, permissions: 'allow' })
await provider.close()
front.closeAllConnections()
front.close()
const outcome: ConfinedOutcome = {
  turns,
  changed,
  seesInstructions,
  seesUserInstructions,
  sendsKey: seenKeys.has(true) && !seenKeys.has(false),
  ...search,
  warnings: [...warnings],
}
process.stdout.write(JSON.stringify(outcome), () => process.exit())

async function turn(
  name: string,
  more: Partial<RunOptions>,
  steps: ModelStep[] = [],
): Promise<string | undefined> {
  const word = name.replaceAll(' ', '-')
  const from = provider.requests.length
  provider.script({ when: `Say ${word}.`, steps: [...steps, { step: 'text', text: `It was ${word}` }] })
  const run = client.run({
    ...job.options,
    agent: job.agent,
    transport: job.transport,
    permissions: job.policy === 'ask' ? () => 'allow' : job.policy,
    prompt: `Say ${word}.`,
    cwd,
    ...more,
  })
  const { events, result, error } = await readTurn(run)
  await run[Symbol.asyncDispose]()
  for (const warning of result?.warnings ?? []) warnings.add(warning)
  const requests = JSON.stringify(provider.requests.slice(from).map(({ body }) => body))
  const said = result?.text.includes(`It was ${word}`)
  turns[name] = {
    ended: error === undefined ? (said ? 'ok' : `said ${result?.text}`) : `${error.code} ${error.message}`,
    remembers: requests.includes('Say first.'),
  }
  process.stderr.write(`${job.agent} ${job.transport} ${name}: ${turns[name].ended}\n`)
  const started = events.find(({ type }) => type === 'session.started')
  return started !== undefined && 'sessionId' in started ? started.sessionId : undefined
}

async function searchInside(): Promise<Pick<ConfinedOutcome, 'searched' | 'findsKey'>> {
  const from = provider.requests.length
  // As a pattern, so that the search does not find itself.
  const pattern = `${job.key.slice(0, -1)}[${job.key.slice(-1)}]`
  const places = '(env; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline) 2>/dev/null'
  const command = `echo search began; ${places} | tr '\\0' '\\n' | grep '${pattern}'; grep -rl '${pattern}' "$HOME" /tmp . 2>/dev/null; echo search ended`
  await turn('search', {}, [{ step: 'tool', use: 'shell', input: { command }, optional: true }])
  const requests = JSON.stringify(provider.requests.slice(from).map(({ body }) => body))
  const answer = /search began\\+n(.*?)search ended\\+n/.exec(requests)?.[1]
  if (answer !== undefined && answer !== '') process.stderr.write(`found: ${answer}\n`)
  return { searched: answer !== undefined, findsKey: answer !== undefined && answer !== '' }
}

function sent(): string {
  return JSON.stringify(provider.requests.map(({ body }) => body))
}

function listing(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return new Map(
    files.map((one) => {
      const path = join(one.parentPath, one.name)
      return [relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')]
    }),
  )
}

function changedSince(known: ReadonlyMap<string, string>): string[] {
  const now = listing(job.home)
  const paths = new Set([...known.keys(), ...now.keys()])
  return [...paths].filter((path) => known.get(path) !== now.get(path)).toSorted()
}
