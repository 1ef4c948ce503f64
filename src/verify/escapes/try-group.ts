import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CapabilityError } from '../../capabilities/capability-error.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { RunOptions } from '../../run/api/options.ts'
import type { Run } from '../../run/api/run.ts'
import type { Client } from '../../run/client.ts'
import { readTurn } from '../../testing/contract/turn.ts'
import type { ModelStep } from '../../testing/provider/script/script.ts'
import type { EscapeGroup, PolicyCase } from './escape.ts'
import { escapes } from './escapes.ts'
import type { OwnEscapePlace } from './escape-place.ts'
import { delegatedPrompt, everything, runs } from './place-steps.ts'
import { runOptions, sessionServer } from './run-options.ts'
import { escapeLines } from './try-plainly.ts'
import type { GroupSight, PolicyTrial } from './policy-trial.ts'

export interface TriedGroup {
  readonly asked: PolicyCase
  readonly place: OwnEscapePlace
  readonly group: EscapeGroup
  readonly names: readonly string[]
}

/** A call of the model and the escapes that it tries. */
interface Attempt {
  readonly names: readonly string[]
  readonly step: ModelStep
}

const ending = 'It is over'
const notStarted: ReadonlySet<string> = new Set(['CAPABILITY_ERROR', 'SANDBOX_UNAVAILABLE'])

/** Lets a hostile model try the escapes of a group. A denial may end the turn: the rest is tried in another one. */
export async function tryGroup(trial: PolicyTrial, tried: TriedGroup): Promise<GroupSight> {
  const { place, names, group } = tried
  let left = attemptsOf(tried)
  let said = ''
  let problem: string | undefined
  const reached = new Set<string>()
  for (let turn = 0; left.length > 0; turn++) {
    const sight = await tryTurn(trial, tried, { word: `${place.word}-${turn}.`, attempts: left })
    said += sight.said
    if ('refusal' in sight) return { said, reached, isRun: false, refusal: sight.refusal }
    problem = sight.problem ?? problem
    if (sight.requests === 0) {
      // Hostile settings that keep the agent from starting give it no chance to act.
      if (group === 'project' || group === 'home') for (const name of names) reached.add(name)
      break
    }
    // What needs no call of the model was tried as soon as the agent reached it.
    for (const name of names) if (!left.some((attempt) => attempt.names.includes(name))) reached.add(name)
    const done = sight.isOver ? left : left.slice(0, sight.last + 1)
    for (const attempt of done) for (const name of attempt.names) reached.add(name)
    if (done.length === 0) break
    left = left.slice(done.length)
  }
  const began = join(place.cwd, place.made('background-begun'))
  const isRun = group === 'allowed' ? existsSync(began) : said.includes(`ran-${place.word}`)
  return { said, reached, isRun, ...(problem === undefined ? {} : { problem }) }
}

function attemptsOf({ place, names, group }: TriedGroup): Attempt[] {
  const own = names.flatMap((name) =>
    (escapes[name]?.calls?.(place) ?? []).map((step) => ({ names: [name], step })),
  )
  const lines = {
    names: names.filter((name) => escapes[name]?.shell !== undefined),
    step: runs(escapeLines(place, names)),
  }
  return group === 'allowed' ? own : [lines, ...own]
}

type TurnSight =
  | { said: string; refusal: string }
  | { said: string; requests: number; isOver: boolean; last: number; problem?: string }

async function tryTurn(
  trial: PolicyTrial,
  { asked, place, group, names }: TriedGroup,
  { word, attempts }: { word: string; attempts: readonly Attempt[] },
): Promise<TurnSight> {
  const { client, provider } = trial
  const steps = [...attempts.map(({ step }) => step), { step: 'text', text: ending } as const]
  const aside = (escape: string): ModelStep[] => [
    runs(everything(place, escape)),
    { step: 'text', text: 'Aside' },
  ]
  provider.reset()
  provider.script(
    { when: word, steps },
    ...names.map((name) => ({ when: delegatedPrompt(place, name), steps: aside(name) })),
  )
  // The least important script: conversations of the agent's own.
  if (group === 'tools')
    provider.script({ when: ({ prompt }) => !prompt.includes(place.word), steps: aside('side-thread') })
  let said = ''
  let problem: string | undefined
  let text = ''
  try {
    const options = {
      ...runOptions(trial, asked, place),
      ...(group === 'allowed' ? { permissions: () => 'allow' as const } : {}),
      prompt: `Try ${word}\n+see @${place.secretFile('at-file')} and @at-inside.txt\n`,
    }
    const run = group === 'tools' ? withServer(client, options, place) : client.run(options)
    const { events, result, error } = await readTurn(run)
    await run[Symbol.asyncDispose]()
    if (error !== undefined && notStarted.has(error.code) && provider.total === 0)
      return { said, refusal: error.message }
    if (error !== undefined) problem = `${error.code}: ${error.message}`
    text = result?.text ?? ''
    said = JSON.stringify(events)
  } catch (error) {
    if (error instanceof CapabilityError || (CapstanError.isInstance(error) && notStarted.has(error.code)))
      return { said, refusal: error.message }
    throw error
  }
  said += JSON.stringify(provider.requests.map(({ body }) => body))
  const last = attempts.findLastIndex(({ step }) => said.includes(markOf(step)))
  // A turn without a call means that no tool was offered.
  const isOver = text.includes(ending) || (text !== '' && last === -1)
  return { said, requests: provider.total, isOver, last, ...(problem === undefined ? {} : { problem }) }
}

/** Some agents take no servers of a run on a transport. */
function withServer(client: Client, options: RunOptions, place: OwnEscapePlace): Run {
  try {
    return client.run({ ...options, mcpServers: sessionServer(place) })
  } catch (error) {
    if (!(error instanceof CapabilityError)) throw error
    return client.run(options)
  }
}

/** The longest text of a call, as it is in JSON. */
function markOf(step: ModelStep): string {
  if (step.step !== 'tool') return '\0'
  const texts = Object.values(step.input ?? {}).filter((value) => typeof value === 'string')
  const [longest = '\0'] = texts.toSorted((one, other) => other.length - one.length)
  return JSON.stringify(longest).slice(1, -1)
}
