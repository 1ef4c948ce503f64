import type { AcpSession } from '../../../acp/session.ts'
import { changedLevel, thinkingControlsOf } from '../../../agents/thinking/thinking-controls.ts'
import { CapstanError } from '../../../core/capstan-error.ts'
import type { ThinkingAsked } from '../../provider/thinking-asked.ts'
import type { Check } from '../check.ts'
import type { CheckContext } from '../context.ts'
import { type CheckOutcome, notApplicable, refuted, verified } from '../outcome.ts'
import { turnRequests } from '../provider-requests.ts'
import { openWatched, settingOf } from './settings.ts'

/** Levels that leave the effort to the agent or the model, so that any value may arrive. */
const leftOpen = /^(default|auto|adaptive)$/i
const isOff = /^(off|none|disabled)$/i
const nothing = 'nothing'
const category = 'thought-level'

/** Every level of effort reaches the model as the definition says. */
export const effort: Check = {
  title: 'a session is set to every effort level of its model, with a turn at each',
  expected:
    'the session reports each level, and each arrives at the provider, unchanged or as the definition says',
  capability: 'thinking.effort',
  marks: 'Say hello {mark} [[text: Hello {word}, it is good to see you here.]]',
  run: async (context) => {
    const id = 'thinking.effort'
    const { session, set } = await openWatched(context)
    const before = settingOf(session, category)
    if (before === undefined) {
      return notApplicable('the session has no such setting', { id, support: 'unsupported' })
    }
    const seen = { id, support: 'supported', value: before.values } as const
    // The current level last, so that every level is a change.
    const levels = [...before.values.filter((level) => level !== before.current), before.current]
    if (levels.length < 2) return notApplicable(`the only value is ${before.current}`, seen)
    const arrived = new Map<string, string>()
    const faults = new Map<string, string>()
    for (const level of levels) {
      const after = await set(category, level).catch((error: unknown) => refusedOnly(error))
      if (after === undefined) faults.set(level, `${level} is offered, but refused`)
      else if (after !== level) {
        const saw = `${level} was set without an error, but the current value is ${after}`
        return refuted(saw, { ...seen, support: 'unsupported' })
      } else if (context.prompt !== '') arrived.set(level, await arrivalOf(context, session, level))
    }
    const expected = expectedLevels(context, session)
    if (context.requests() !== undefined) {
      for (const [level, value] of arrived) {
        const wrong = wrongArrival(level, { value, expected: expected(level), arrived })
        if (wrong !== undefined) faults.set(level, wrong)
      }
    }
    return outcomeOf(before.values, { arrived, faults })
  },
}

/** Other errors end the check. */
function refusedOnly(error: unknown): undefined {
  if (CapstanError.isInstance(error) && error.code === 'OPTION_REFUSED') return undefined
  throw error
}

/** Sends a prompt and returns the effort, the budget or the mode of its request, in this order. */
async function arrivalOf(context: CheckContext, session: AcpSession, level: string): Promise<string> {
  const sign = `at ${level}.`
  await session.prompt([{ type: 'text', text: `${sign} ${context.prompt}` }])
  const sent = turnRequests(context.requests() ?? [])
  const { thinking } = sent.findLast(({ prompt = '' }) => prompt.includes(sign)) ?? {}
  return valueOf(thinking)
}

function valueOf({ effort: level, budget, mode }: ThinkingAsked = {}): string {
  const said = level ?? budget ?? mode ?? nothing
  return typeof said === 'string' ? said : JSON.stringify(said)
}

/** What the provider receives for a level: the level itself, unless the definition says that the agent changes it. */
function expectedLevels({ client, agent }: CheckContext, session: AcpSession): (level: string) => string {
  const { definition } = client.adapters.get(agent)
  const control = thinkingControlsOf(definition).find(
    ({ sets, transport, by }) => sets === 'effort' && transport === 'acp' && by.kind === 'session-option',
  )
  const model = settingOf(session, 'model')?.current
  const chosen = model === undefined ? null : { id: model, argument: model }
  return (level) => (control === undefined ? undefined : changedLevel(control, level, chosen)) ?? level
}

/** How a level arrived as something else; undefined if it arrived as expected. */
function wrongArrival(
  level: string,
  { value, expected, arrived }: { value: string; expected: string; arrived: ReadonlyMap<string, string> },
): string | undefined {
  if (leftOpen.test(expected) || value.toLowerCase() === expected.toLowerCase()) return undefined
  if (isOff.test(expected)) {
    return value === nothing || value === '0' || isOff.test(value)
      ? undefined
      : `${level} arrives as ${value}`
  }
  // An agent that sends tokens instead of a level has its own number for each level.
  const alike = [...arrived].filter(([other, tokens]) => other !== level && tokens === value)
  if (/^\d+$/.test(value) && alike.length === 0) return undefined
  return expected === level
    ? `${level} arrives as ${value}`
    : `${level} arrives as ${value} instead of ${expected}`
}

/** A level that works is supported, whatever the others do. */
function outcomeOf(
  levels: readonly string[],
  { arrived, faults }: { arrived: ReadonlyMap<string, string>; faults: ReadonlyMap<string, string> },
): CheckOutcome {
  const id = 'thinking.effort'
  const working = levels.filter((level) => !faults.has(level))
  const isOne = arrived.size > 1 && new Set(arrived.values()).size === 1
  const support = working.length < 2 || isOne ? 'unsupported' : 'supported'
  const seen = { id, support, value: working } as const
  const all = levels.map((level) => `${level} → ${arrived.get(level)}`).join(', ')
  if (faults.size > 0) return refuted([...faults.values()].join('; '), seen)
  if (isOne) return refuted(all, seen)
  return verified(arrived.size === 0 ? levels.join(', ') : all, seen)
}
