import { dictionary } from '../../capabilities/dictionary.ts'
import { type Need, readNeed, requirementText } from '../../capabilities/choice/need.ts'
import type { Candidate } from '../../capabilities/choice/choice.ts'
import { meaningsOf } from '../../capabilities/choice/spoken-words.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { nearestName } from '../../core/text/nearest-name.ts'
import { needsOf } from '../api/run-needs.ts'
import type { RunOptions } from '../api/options.ts'

/**
 * Reads what callers write as needs, with the ids of the dictionary and of the candidates.
 * @throws CapstanError `UNKNOWN_NEED` for words that mean no capability, `AMBIGUOUS_NEED` for those that mean several.
 */
export function readNeeds(texts: readonly string[], candidates: readonly Candidate[] = []): Need[] {
  const ids = [
    ...new Set([
      ...dictionary.map(({ id }) => id).filter((id) => !id.includes('<')),
      ...candidates.flatMap(({ profile }) => Object.keys(profile.facts)),
    ]),
  ]
  return texts.map((text) => {
    const need = readNeed(text, ids)
    if (need.anyOf.length === 0) throw unknownNeed(text, ids)
    if (need.anyOf.length > 1 && isPart(text, ids)) throw ambiguousNeed(text, need)
    return need
  })
}

/** The needs of a run's own options, such as an attached image. */
export function optionNeeds(options: RunOptions): Need[] {
  const needs = needsOf(options).map((requirement) => ({
    text: requirementText(requirement),
    anyOf: [requirement],
  }))
  const { thinkingEffort: effort } = options
  if (effort === undefined) return needs
  const requirement = { id: 'thinking.effort', value: { includes: effort } }
  return [...needs, { text: requirementText(requirement), anyOf: [requirement] }]
}

/** Whether a text finds capabilities only because their ids contain it. */
function isPart(text: string, ids: readonly string[]): boolean {
  const [word = ''] = text.trim().toLowerCase().replaceAll(/\s+/g, ' ').split('=')
  return !ids.includes(word) && meaningsOf(word) === undefined
}

function unknownNeed(text: string, ids: readonly string[]): CapstanError {
  const near = nearestName(text, ids)
  return new CapstanError('UNKNOWN_NEED', `No capability is known as ${text}`, {
    hint: near === undefined ? 'Use an id of docs/capabilities.md.' : `Did you mean ${near}?`,
    commandHint:
      near === undefined ? 'Run capstan capabilities list to see the capabilities.' : `Did you mean ${near}?`,
  })
}

function ambiguousNeed(text: string, { anyOf }: Need): CapstanError {
  const shown = anyOf.slice(0, 6).map(requirementText)
  const more = anyOf.length > shown.length ? `, or ${anyOf.length - shown.length} more` : ''
  return new CapstanError('AMBIGUOUS_NEED', `${text} means ${anyOf.length} capabilities`, {
    hint: `Use one of ${shown.join(', ')}${more}.`,
  })
}
