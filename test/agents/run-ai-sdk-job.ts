import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../src/run/client.ts'
import { createModelProvider } from '../../src/testing/provider/server.ts'
import { type AskOptions, type Calls, majors, type StreamPart } from '../ai-sdk/majors.ts'
import { childrenOf, isRunning } from '../support/processes.ts'
import type { AiSdkAnswer, AiSdkFailure, AiSdkJob, AiSdkOutcome } from './ai-sdk-job.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import { writeFiles } from '../../src/verify/worker/write-files.ts'

/** Started as a program, so that the provider, the SDK and the agent are in one network. The job comes on stdin. */
const text = Buffer.concat((await process.stdin.toArray()) as Buffer[]).toString('utf8')
const arrivals = new EventEmitter()
const provider = await createModelProvider({
  keep: 10_000,
  onRequest: ({ prompt = '' }) => void arrivals.emit('request', prompt),
})
const job = JSON.parse(text.replaceAll(providerAddress, provider.url)) as AiSdkJob
await writeFiles(job.home, job.files)
provider.script(...job.scripts)
const { prompts } = job
const calls = callsOf(job)

const outcome: AiSdkOutcome = {
  answer: await answerOf({ prompt: prompts.work }),
  stream: await readAll({ prompt: prompts.work }),
  aborted: await abort(),
  abortedStream: await abortStream(),
  object: await calls.object({ prompt: prompts.json, schema: job.schema }),
  output: await calls.output({ prompt: prompts.json, schema: job.schema }),
  refused: await failureOf(calls.generate({ prompt: prompts.refused })),
  refusedStream: await readAll({ prompt: prompts.refused }),
  efforts: [await effortOf({}), await effortOf({ reasoning: job.reasoning })],
  running: await left(),
}
await provider.close()
process.stdout.write(JSON.stringify(outcome), () => process.exit())

function callsOf({ major: name, agent, settings, folder }: AiSdkJob): Calls {
  const major = majors.find((one) => one.name === name)
  if (major === undefined) throw new Error(`There is no ${name}`)
  return major.calls({ ...settings, cwd: folder, client: createClient() }, agent)
}

async function answerOf(options: AskOptions): Promise<AiSdkAnswer> {
  const { content, finishReason, rawFinishReason, usage, warnings, response, providerMetadata } =
    await calls.generate(options)
  return {
    content,
    finishReason,
    rawFinishReason,
    usage,
    warnings,
    modelId: response.modelId,
    isNamed: response.id === providerMetadata?.['capstan']?.['sessionId'],
  }
}

/** The agent decides how a text is split into pieces. */
async function readAll(options: AskOptions): Promise<StreamPart[]> {
  const parts: StreamPart[] = []
  for await (const part of calls.stream(options)) {
    const last = parts.at(-1)
    const isMore = last?.type === part.type && 'id' in last && 'id' in part && last.id === part.id
    if (isMore && 'text' in last && 'text' in part) last.text += part.text
    else if (isMore && 'delta' in last && 'delta' in part) last.delta += part.delta
    else parts.push(part)
  }
  return parts
}

async function abort(): Promise<AiSdkOutcome['aborted']> {
  const controller = new AbortController()
  const answer = failureOf(calls.generate({ prompt: prompts.endless, abortSignal: controller.signal }))
  let prompt = ''
  while (!prompt.includes(prompts.endless)) [prompt] = (await once(arrivals, 'request')) as [string]
  const isAtWork = running().length > 0
  controller.abort()
  return { ...(await answer), isAtWork, running: running().length }
}

async function abortStream(): Promise<AiSdkOutcome['abortedStream']> {
  const controller = new AbortController()
  let last: string | undefined
  for await (const part of calls.stream({ prompt: prompts.endless, abortSignal: controller.signal })) {
    last = part.type
    if (part.type === 'text-delta') controller.abort()
  }
  return { last, running: await left() }
}

async function effortOf(more: { reasoning?: string }): Promise<unknown> {
  const { total } = provider
  const options: AskOptions = { prompt: prompts.hello }
  const { text: said } = await calls.generate({ ...options, ...more })
  const turns = provider.requests
    .slice(total)
    .filter(({ prompt = '', tools = [] }) => prompt.includes(prompts.hello) && tools.length > 0)
  return { said, asked: turns.map(({ model, thinking }) => ({ model, effort: thinking?.effort ?? null })) }
}

async function failureOf(call: Promise<unknown>): Promise<AiSdkFailure> {
  try {
    return { message: `It did not fail: ${JSON.stringify(await call)}` }
  } catch (error) {
    return plain(error as AiSdkFailure)
  }
}

function plain({ name, code, message, hint, cause }: AiSdkFailure): AiSdkFailure {
  // The code of a DOMException is a legacy number.
  const own = typeof code === 'string' ? { name, code, message, hint } : { name, message }
  return cause === undefined ? own : { ...own, cause: plain(cause) }
}

/** The child processes and orphans of this process, except the guardian, which runs as long as this process. */
function running(): number[] {
  return childrenOf(process.pid, '')
    .filter(isRunning)
    .filter((pid) => !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('capstan-guardian'))
}

/** A stream ends at once when its reader leaves; the agent ends a moment later. */
async function left(): Promise<number> {
  for (let tries = 0; tries < 200 && running().length > 0; tries++) await sleep(50)
  return running().length
}
