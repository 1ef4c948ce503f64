import type { ThinkingAsked } from '../../provider/thinking-asked.ts'
import type { Check } from '../check.ts'
import { notApplicable, refuted, verified } from '../outcome.ts'
import { turnRequests } from '../provider-requests.ts'
import { openWatched, settingOf } from './settings.ts'

/** Levels that may arrive as no value at all. */
const valueless = /^(default|auto|off|none|minimal)$/i

const nothing = 'nothing'

/** Every level of effort reaches the model, and levels differ. */
export const effort: Check = {
  title: 'a session is set to every effort level of its model, with a turn at each',
  expected: 'the session reports each level, each arrives at the provider, and not all alike',
  capability: 'thinking.effort',
  marks: 'Say hello {mark} [[text: Hello {word}, it is good to see you here.]]',
  run: async (context) => {
    const id = 'thinking.effort'
    const { session, set } = await openWatched(context)
    const before = settingOf(session, 'thought-level')
    if (before === undefined) {
      return notApplicable('the session has no such setting', { id, support: 'unsupported' })
    }
    const seen = { id, support: 'supported', value: before.values } as const
    const unsupported = { ...seen, support: 'unsupported' } as const
    // The current level last, so that every level is a change.
    const levels = [...before.values.filter((level) => level !== before.current), before.current]
    if (levels.length < 2) return notApplicable(`the only value is ${before.current}`, seen)
    const arrived = new Map<string, string>()
    for (const level of levels) {
      const after = await set('thought-level', level)
      if (after !== level) {
        return refuted(`${level} was set without an error, but the current value is ${after}`, unsupported)
      }
      if (context.prompt === '') continue
      const sign = `at ${level}.`
      await session.prompt([{ type: 'text', text: `${sign} ${context.prompt}` }])
      const sent = turnRequests(context.requests() ?? [])
      const request = sent.findLast(({ prompt = '' }) => prompt.includes(sign))
      arrived.set(level, valueOf(request?.thinking))
    }
    if (context.requests() === undefined) return verified(levels.join(', '), seen)
    const missing = levels.filter((level) => arrived.get(level) === nothing && !valueless.test(level))
    const isOne = new Set(arrived.values()).size === 1
    const saw = levels.map((level) => `${level} → ${arrived.get(level)}`).join(', ')
    return missing.length === 0 && !isOne ? verified(saw, seen) : refuted(saw, unsupported)
  },
}

/** The effort, the budget or the mode of a request, in this order. */
function valueOf(thinking: ThinkingAsked | undefined): string {
  const { effort: value, budget, mode } = thinking ?? {}
  const said = value ?? budget ?? mode ?? nothing
  return typeof said === 'string' ? said : JSON.stringify(said)
}
