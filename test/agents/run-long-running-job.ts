import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../../src/run/client.ts'
import type { RunOptions } from '../../src/run/api/options.ts'
import type { Run } from '../../src/run/api/run.ts'
import { createModelProvider } from '../../src/testing/provider/server.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import type { LiveArrival, LiveJob, LiveOutcome, LiveTurnOutcome } from './long-running-job.ts'
import { writeFiles } from '../../src/verify/worker/write-files.ts'

/** Started as a program, so that the provider, Capstan and the agent are in one network. The job comes on stdin. */
const text = Buffer.concat((await process.stdin.toArray()) as Buffer[]).toString('utf8')
const provider = await createModelProvider({ keep: 10_000 })
const job = JSON.parse(text.replaceAll(providerAddress, provider.url)) as LiveJob
await writeFiles(job.home, job.files)

const client = createClient()
const options: Omit<RunOptions, 'agent' | 'prompt'> = {
  cwd: job.folder,
  env: job.env,
  model: job.models[0],
  transport: 'cli',
  steerable: true,
  permissions: 'ask',
  timeoutMs: 120_000,
}

const outcome: LiveOutcome = {
  allowed: await write('allowed.txt', 'allow'),
  denied: await write('denied.txt', 'deny'),
  steered: await steer(),
  ...(await talk()),
}
await provider.close()
process.stdout.write(JSON.stringify(outcome), () => process.exit())

async function write(name: string, answer: 'allow' | 'deny'): Promise<LiveOutcome['allowed']> {
  const path = join(job.folder, name)
  await using run = client.run({
    ...options,
    agent: job.agent,
    prompt: `[[write: ${path} | hello]] [[text: over]]`,
  })
  return { ...(await follow(run, { answer })), isWritten: existsSync(path) }
}

async function steer(): Promise<LiveOutcome['steered']> {
  const said = 'Say this instead: steered'
  await using run = client.run({
    ...options,
    agent: job.agent,
    prompt: '[[shell: node -e "setTimeout(() => {}, 2000)"]] [[text: over]]',
  })
  const turn = await follow(run, { onWork: () => run.steer(said) })
  const hasArrived = provider.requests.some(({ body }) => JSON.stringify(body).includes(said))
  return { ...turn, hasArrived }
}

async function talk(): Promise<Pick<LiveOutcome, 'first' | 'cancelled' | 'second' | 'isOneSession'>> {
  await using session = await client.session(job.agent, options)
  const first = await follow(session.run('Say one [[text: one]]'))
  const { id } = session
  const run = session.run('Work [[shell: node -e "setTimeout(() => {}, 600000)"]] [[text: never]]')
  const cancelled = await follow(run, { onWork: () => run.interrupt() })
  await session.set({ model: job.models[1], effort: 'high' })
  const second = await follow(session.run('Say two [[text: two]]'))
  return {
    first: { ...first, arrived: arrivalOf('Say one') },
    cancelled,
    second: { ...second, arrived: arrivalOf('Say two') },
    isOneSession: id !== '' && session.id === id,
  }
}

/** Reads a run to its end, answers its questions, and calls a function once its command runs. */
async function follow(
  run: Run,
  { answer = 'allow', onWork }: { answer?: 'allow' | 'deny'; onWork?: () => Promise<void> } = {},
): Promise<LiveTurnOutcome> {
  const asked: string[] = []
  let work = onWork
  for await (const event of run) {
    if (event.type === 'permission.requested') {
      asked.push(answer)
      run.respond(event.requestId, answer)
    }
    if (event.type !== 'permission.resolved' || work === undefined) continue
    const begun = work
    work = undefined
    // The command emits nothing when it begins.
    setTimeout(() => void begun().catch((error: unknown) => process.stderr.write(`${String(error)}\n`)), 500)
  }
  try {
    const { text: said, stopReason } = await run.result()
    return { text: said, stopReason, asked }
  } catch (error) {
    return { error: String(error), asked }
  }
}

function arrivalOf(prompt: string): LiveArrival {
  const request = provider.requests.findLast(
    ({ prompt: said = '', tools = [] }) => said.includes(prompt) && tools.length > 0,
  )
  return { model: request?.model, effort: request?.thinking?.effort ?? null }
}
