import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Generation } from '../../src/gateway/ag-ui/generation.ts'
import { createGateway } from '../../src/gateway/create-gateway.ts'
import { listen } from '../../src/gateway/server.ts'
import { createClient } from '../../src/run/client.ts'
import { createModelProvider } from '../../src/testing/provider/server.ts'
import { generations, httpAgent, type RunParameters } from '../support/ag-ui-clients.ts'
import type { AgUiJob, AgUiOutcome, ClientOutcome, SeenRun } from './ag-ui-job.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import { runningWith } from './running-with.ts'
import { type SeenEvent, seenRun } from './seen-run.ts'
import { writeFiles } from '../../src/verify/worker/write-files.ts'

/** Started as a program, so that the provider, the gateway, its clients and the agent are in one network. */
const began = performance.now()
const text = Buffer.concat((await process.stdin.toArray()) as Buffer[]).toString('utf8')
const provider = await createModelProvider({ keep: 10_000 })
const job = JSON.parse(text.replaceAll(providerAddress, provider.url)) as AgUiJob
await writeFiles(job.home, job.files)
await writeFiles(job.folder, job.work)

const said: string[] = []
console.warn = console.error = (...words: unknown[]) => void said.push(words.map(String).join(' '))

const token = 'a-token-for-clients-of-real-agents'
const headers = { authorization: `Bearer ${token}` }
/** Whether the client answers permission requests; otherwise all are allowed. */
let isAsking = false
/** A unique word in every command. */
const work = `work-${process.pid}`
const client = createClient()
const gateway = createGateway({
  client,
  token,
  agents: [job.agent],
  session: { ...job.options, cwd: job.folder, allowUnenforced: true },
  permissions: () => (isAsking ? 'ask' : 'allow'),
})
const server = await listen(gateway, { port: 0 })

const clients = {} as Record<Generation, ClientOutcome>
for (const generation of generations) clients[generation] = await tryClient(generation)
await server.close()
await until(() => runningWith(work) === 0)
await provider.close()
const outcome: AgUiOutcome = {
  clients,
  leftRunning: runningWith(work),
  seconds: (performance.now() - began) / 1000,
}
process.stdout.write(JSON.stringify(outcome), () => process.exit())

type HttpAgent = ReturnType<typeof httpAgent>

/** Both clients use one thread, one after the other, so the agent starts once. */
function agentAt(generation: Generation, path: string): HttpAgent {
  return httpAgent(generation, { url: `${server.url}${path}`, headers, threadId: 'thread' })
}

async function tryClient(generation: Generation): Promise<ClientOutcome> {
  const agent = agentAt(generation, `/agents/${job.agent}`)
  const file = (name: string): string => join(job.folder, `${generation}-${name}.txt`)
  const say = (prompt: string): Promise<SeenRun> => {
    agent.addMessage({ id: `${generation}-${agent.messages.length}`, role: 'user', content: prompt })
    return run(agent)
  }
  const answer = (approved: boolean): Promise<SeenRun> =>
    run(agent, {
      resume: agent.pendingInterrupts.map(({ id }) => ({
        interruptId: id,
        status: 'resolved',
        payload: { approved },
      })),
    })

  isAsking = false
  const hello = await say(`Say hello [[text: Hello ${generation}]]`)
  const thinking = await say('[[think: I think about ropes]] [[text: That was a good thought]]')
  await writeFile(file('edited'), 'before\n')
  const edit = await say(
    `[[read: ${file('edited')}]] [[edit: ${file('edited')} | before | after]] [[text: It is changed]]`,
  )
  const content = await readFile(file('edited'), 'utf8')
  isAsking = true
  const asked = await say(`[[write: ${file('approved')} | hello]] [[text: It is made]]`)
  const approved = await answer(true)
  const askedAgain = await say(`[[write: ${file('denied')} | hello]] [[text: It is over]]`)
  const denied = await answer(false)
  isAsking = false
  return {
    text: hello,
    thinking,
    edit: { ...edit, content },
    asked,
    approved: { ...approved, isWritten: existsSync(file('approved')) },
    askedAgain,
    denied: { ...denied, isWritten: existsSync(file('denied')) },
    ...(await abort(generation, agent, say)),
    after: await say('Say hello [[text: Here I am]]'),
  }
}

/** Leaves a run while its command works; another client in the thread sees the end. */
async function abort(
  generation: Generation,
  agent: HttpAgent,
  say: (prompt: string) => Promise<SeenRun>,
): Promise<Pick<ClientOutcome, 'aborted' | 'followed' | 'leftRunning'>> {
  const mark = `${work}-${generation}`
  const aborting = say(
    `Work for long [[shell: node -e "setTimeout(() => {}, 600000)" ${mark}]] [[text: It is done]]`,
  )
  await until(() => runningWith(mark) > 0)
  const follower = agentAt(generation, `/agent/${job.agent}/connect`)
  const joined = Promise.withResolvers<void>()
  follower.subscribe({ onStateSnapshotEvent: () => joined.resolve() })
  const following = run(follower)
  await joined.promise
  agent.abortRun()
  const [aborted, followed] = await Promise.all([aborting, following])
  if (!job.endsCommands) return { aborted, followed, leftRunning: 0 }
  await until(() => runningWith(mark) === 0)
  return { aborted, followed, leftRunning: runningWith(mark) }
}

async function run(agent: HttpAgent, parameters: RunParameters = {}): Promise<SeenRun> {
  const seen: SeenEvent[] = []
  let failure: Error | undefined
  try {
    await agent.runAgent(parameters, {
      onEvent: ({ event }) => void seen.push(structuredClone(event) as unknown as SeenEvent),
    })
  } catch (error) {
    failure = error as Error
  }
  return seenRun(seen, { failure, complaints: said.splice(0) })
}

/** Waits up to a limit; the outcome shows missing effects. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600 && !holds(); tries++) await sleep(50)
}
