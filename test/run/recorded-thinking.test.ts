import { describe, expect, it } from 'vitest'
import { levelsOn } from '../../src/agents/thinking/thinking-levels.ts'
import { thinkingModelOf } from '../../src/agents/thinking/thinking-model.ts'
import { CapabilityError } from '../../src/capabilities/capability-error.ts'
import { createClient } from '../../src/run/client.ts'
import type { RunOptions } from '../../src/run/api/options.ts'
import {
  recordedBudgets,
  recordedLevels,
  recordedOptions,
  recordedVocabulary,
  recordedWithoutLevels,
} from './recorded-thinking.ts'

const client = createClient()

/**
 * What a run comes to before it starts: `taken` or `refused`, with the level that arrives where a warning or a hint
 * names one. Permissions are set so that nothing but thinking can be refused.
 */
function verdictOf(options: Partial<RunOptions> & { agent: string }): string {
  try {
    const { warnings } = client.validateRun({ prompt: 'hi', permissions: 'allow', ...options })
    return ['taken', ...warnings.map(changeIn)].join(' ')
  } catch (error) {
    if (!(error instanceof CapabilityError)) throw error
    return ['refused', changeIn(error.hint ?? '')].join(' ').trim()
  }
}

/** The level that a text says arrives; the text itself if it is a warning about something else. */
function changeIn(text: string): string {
  const change = / as (?<level>[a-z]+)\.?$/.exec(text)?.groups?.['level']
  return change === undefined
    ? /^(Use .* for |Leave the effort unset)/.test(text)
      ? ''
      : text
    : `as ${change}`
}

/** What has to come of a recorded arrival. */
function verdictsFor(arrival: string): string[] {
  if (arrival.startsWith('as ')) return [`taken ${arrival}`, `refused ${arrival}`]
  return ['ignored', 'refused', 'unlisted'].includes(arrival) ? ['refused'] : ['taken']
}

describe('levels on the command line, as recorded', () => {
  const cells = recordedLevels.flatMap(({ agent, model, levels }) =>
    Object.entries(levels).flatMap(([arrival, given = '']) =>
      given.split(' ').map((level) => ({ agent, model, level, arrival })),
    ),
  )

  it.each(cells)('$agent $model: $level is $arrival', ({ agent, model, level, arrival }) => {
    const options = { agent, model, thinkingEffort: level, transport: 'cli' } as const
    const verdict = verdictOf(options)
    expect(verdictsFor(arrival)).toContain(verdict)
    expect(verdictOf({ ...options, strict: true })).toBe(verdict)
  })
})

describe.each(recordedWithoutLevels)('$agent with $model, which ignores levels', ({ agent, model }) => {
  it.each(['low', 'medium', 'max'])('gets %s as a budget', (thinkingEffort) => {
    const { thinking } = client.validateRun({ agent, model, prompt: 'hi', thinkingEffort })
    expect(Object.keys(thinking.native)).toEqual(['budget_tokens'])
    expect(thinking.leftOut).toEqual([])
  })

  it('gets no level over ACP', () => {
    const options = { agent, model, thinkingEffort: 'low', transport: 'acp', strict: true } as const
    expect(verdictOf(options)).toBe('refused Use transport cli.')
  })
})

describe('budgets, as recorded', () => {
  const cells = recordedBudgets.flatMap(({ agent, model, budgets }) =>
    Object.entries(budgets).map(([tokens, arrival]) => ({ agent, model, tokens: Number(tokens), arrival })),
  )

  it.each(cells)('$agent $model: $tokens is $arrival', ({ agent, model, tokens, arrival }) => {
    const isTaken = arrival === 'same' || arrival === 'off'
    for (const strict of [false, true]) {
      const [verdict] = verdictOf({ agent, model, thinkingBudgetTokens: tokens, strict }).split(' ')
      expect(verdict).toBe(isTaken ? 'taken' : 'refused')
    }
  })
})

describe('levels over ACP, as recorded', () => {
  it.each(recordedOptions)('$agent $model', ({ agent, model, levels }) => {
    const details = client.models.details(agent, model)
    const { definition } = client.adapters.get(agent)
    expect(details && levelsOn(definition, thinkingModelOf(details), 'acp')).toEqual(levels)
  })

  it.each(recordedVocabulary)('$agent without a model', ({ agent, levels, refused = [] }) => {
    const verdicts = [...levels, ...refused].map((thinkingEffort) =>
      verdictOf({ agent, thinkingEffort, transport: 'acp' }).replace(/ .*/, ''),
    )
    expect(verdicts).toEqual([...levels.map(() => 'taken'), ...refused.map(() => 'refused')])
  })
})
