import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { CapabilityError } from '../../src/capabilities/capability-error.ts'
import { createClient } from '../../src/run/client.ts'
import { ofType, readTurn } from '../../src/testing/contract/turn.ts'
import type { ModelStep, ToolInput } from '../../src/testing/provider/script/script.ts'
import { createModelProvider } from '../../src/testing/provider/server.ts'
import { runOrRefusal } from './run-or-refusal.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import {
  type Effect,
  type EffectOutcome,
  commonEffects,
  type PolicyCase,
  type PolicyJob,
  type PolicyOutcome,
} from './policy-job.ts'
import { writeFiles } from '../../src/verify/worker/write-files.ts'

/** Started as a program, so that the provider, Capstan and the agent are in one network. The job comes on stdin. */
const text = Buffer.concat((await process.stdin.toArray()) as Buffer[]).toString('utf8')
const provider = await createModelProvider({ keep: 10_000 })
const job = JSON.parse(text.replaceAll(providerAddress, provider.url)) as PolicyJob
const client = createClient()
const calls: string[] = []
const listener = createServer((request, response) => {
  calls.push(request.url ?? '')
  response.end('ok')
})
await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
await writeFiles(job.home, job.files)

const outcomes: PolicyOutcome[] = []
for (const asked of job.cases) outcomes.push(await tryCase(asked))
await provider.close()
listener.closeAllConnections()
listener.close()
process.stdout.write(JSON.stringify(outcomes), () => process.exit())

interface Place {
  readonly cwd: string
  readonly outside: string
  readonly word: string
}

/** A denial may end the turn: the remaining effects are tried in another run. */
async function tryCase(asked: PolicyCase): Promise<PolicyOutcome> {
  const began = performance.now()
  const outcome: PolicyOutcome = {
    ...asked,
    warnings: [],
    errors: [],
    effects: {},
    questions: {},
    seesInstructions: false,
    seconds: 0,
  }
  let left: readonly Effect[] = asked.tries ?? commonEffects
  while (left.length > 0 && outcome.refusal === undefined) left = await tryEffects(asked, left, outcome)
  outcome.seconds = Math.round((performance.now() - began) / 100) / 10
  process.stderr.write(`${job.agent} ${JSON.stringify(outcome)}\n`)
  return outcome
}

/** Tries effects in order, and returns those that the model did not reach. */
async function tryEffects(
  asked: PolicyCase,
  requested: readonly Effect[],
  outcome: PolicyOutcome,
): Promise<readonly Effect[]> {
  const place = await makePlace()
  const seen = provider.requests.length
  const steps = [
    ...requested.map((effect) => stepOf(effect, place)),
    { step: 'text', text: 'It is over' } as const,
  ]
  provider.script({ when: place.word, steps })
  const run = runOrRefusal(client, {
    ...job.options,
    // On the command line, the servers of the user's settings take their place.
    ...(asked.transport === 'cli' ? { mcpServers: [] } : {}),
    transport: asked.transport,
    permissions: asked.policy === 'ask' ? () => asked.answer ?? 'deny' : asked.policy,
    ...(asked.sandbox === undefined ? {} : { sandbox: asked.sandbox }),
    agent: job.agent,
    prompt: `Try ${place.word}`,
    cwd: place.cwd,
  })
  if (run instanceof CapabilityError) {
    outcome.refusal = run.message
    return requested
  }
  const { events, result, error } = await readTurn(run)
  await run[Symbol.asyncDispose]()
  outcome.warnings = [...new Set([...outcome.warnings, ...(result?.warnings ?? [])])]
  if (error !== undefined) outcome.errors = [...outcome.errors, `${error.code} ${error.message}`]
  const sent = JSON.stringify(provider.requests.slice(seen).map(({ body }) => body))
  outcome.seesInstructions ||= sent.includes(`instructions ${place.word}`)
  const emitted = JSON.stringify(events)
  const last = requested.findLastIndex((effect) => (sent + emitted).includes(markOf(effect, place)))
  const said = result?.text ?? ''
  // A turn without a call means that no tool was offered.
  const isOver = said.includes('It is over') || (said !== '' && last === -1)
  const tried = isOver ? requested : requested.slice(0, Math.max(last, 0) + 1)
  const questions = ofType(events, 'permission.requested').map((event) => JSON.stringify(event))
  for (const effect of tried) {
    outcome.effects[effect] = outcomeOf(effect, { place, sent, questions })
    outcome.questions[effect] = questions.filter((question) =>
      question.includes(markOf(effect, place)),
    ).length
  }
  return requested.slice(tried.length)
}

/** A file name or URL that identifies the effect. */
function markOf(effect: Effect, { word }: Place): string {
  return `${effect}-${word}`
}

function stepOf(effect: Effect, place: Place): ModelStep {
  const mark = markOf(effect, place)
  const tool = (use: string, input: ToolInput): ModelStep => ({
    step: 'tool',
    use,
    input,
    optional: true,
  })
  switch (effect) {
    case 'write':
      return tool('write', { path: join(place.cwd, mark), content: 'written' })
    case 'command':
      return tool('shell', { command: `touch ${join(place.cwd, mark)}` })
    case 'read-inside':
      return tool('read', { path: join(place.cwd, mark) })
    case 'read-outside':
      return tool('read', { path: join(place.outside, mark) })
    case 'network':
      return tool('shell', { command: `curl -s -m 5 ${address}/${mark}` })
    case 'mcp-tool':
      return mcpCall({ path: join(place.cwd, mark) })
    default:
      return effect satisfies never
  }
}

function mcpCall(input: { path: string }): ModelStep {
  const { mcpTool = '' } = job
  if (!mcpTool.includes('://')) return { step: 'tool', use: mcpTool, input, optional: true }
  return {
    step: 'tool',
    use: 'write',
    input: { path: mcpTool, content: JSON.stringify(input) },
    optional: true,
  }
}

function outcomeOf(
  effect: Effect,
  { place, sent, questions }: { place: Place; sent: string; questions: readonly string[] },
): EffectOutcome {
  const mark = markOf(effect, place)
  const happened = {
    write: () => existsSync(join(place.cwd, mark)),
    command: () => existsSync(join(place.cwd, mark)),
    'read-inside': () => sent.includes(`inside ${place.word}`),
    'read-outside': () => sent.includes(`outside ${place.word}`),
    network: () => calls.includes(`/${mark}`),
    'mcp-tool': () => existsSync(join(place.cwd, mark)),
  }[effect]()
  const wasAsked = questions.some((question) => question.includes(mark))
  if (happened) return wasAsked ? 'allowed' : 'done'
  return wasAsked ? 'asked' : 'held'
}

async function makePlace(): Promise<Place> {
  const cwd = await mkdtemp(join(job.folder, 'work-'))
  const outside = await mkdtemp(join(job.folder, 'outside-'))
  const place = { cwd, outside, word: cwd.slice(-6) }
  await writeFiles(cwd, {
    ...job.work,
    'CLAUDE.md': `instructions ${place.word}`,
    'AGENTS.md': `instructions ${place.word}`,
    'GEMINI.md': `instructions ${place.word}`,
    [markOf('read-inside', place)]: `inside ${place.word}\n`,
  })
  await writeFiles(outside, { [markOf('read-outside', place)]: `outside ${place.word}\n` })
  return place
}
