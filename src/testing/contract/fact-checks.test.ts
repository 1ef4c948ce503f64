import { expect, it } from 'vitest'
import { definitions } from '../../agents/catalog.ts'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { eachFact } from '../../agents/definition/definition-fact.ts'
import { checkNames } from './check-name.ts'
import { checks } from './checks.ts'
import { factChecks } from './fact-checks.ts'

/** Every fact that a definition states from a run, as agent and id. */
function factsFromRuns(): { agent: string; id: string }[] {
  return Object.values<AgentDefinition>(definitions).flatMap(({ id: agent, facts }) =>
    Object.entries(facts).flatMap(([id, entry]) =>
      eachFact(entry).some(({ fact }) => fact.basis === 'run') ? [{ agent, id }] : [],
    ),
  )
}

it('has at least 40 checks, each with a title and an expectation', () => {
  expect(checkNames.length).toBeGreaterThanOrEqual(40)
  const unclear = checkNames.filter((name) => checks[name].title === '' || checks[name].expected === '')
  expect(unclear).toEqual([])
})

it('has a check, or a reason why there is none, for every fact from a run', () => {
  const facts = factsFromRuns()
  expect(facts.length).toBeGreaterThan(100)
  expect(facts.filter(({ id }) => factChecks[id] === undefined)).toEqual([])
})

it('names only checks that exist, and covers the capability of every check', () => {
  const named = Object.values(factChecks).flatMap((fact) => ('checks' in fact ? fact.checks : []))
  expect(named.filter((name) => !checkNames.includes(name))).toEqual([])
  const uncovered = checkNames.filter((name) => {
    const { capability } = checks[name]
    return capability !== undefined && factChecks[capability] === undefined
  })
  expect(uncovered).toEqual([])
})
