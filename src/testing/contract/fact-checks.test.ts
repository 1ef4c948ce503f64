import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { definitions } from '../../agents/catalog.ts'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { statementsOf } from '../../agents/facts/derived-facts.ts'
import { checkNames } from './check-name.ts'
import { checks } from './checks.ts'
import { commandLineFactChecks, type FactCheck, factChecks } from './fact-checks.ts'

/** Every fact from a run, stated or derived, as agent, id and transport. */
function factsFromRuns(): { agent: string; id: string; isCommandLine: boolean }[] {
  return Object.values<AgentDefinition>(definitions).flatMap((definition) =>
    statementsOf(definition)
      .filter(({ fact }) => fact.basis === 'run')
      .map(({ id, transport }) => ({ agent: definition.id, id, isCommandLine: transport === 'cli' })),
  )
}

const all: readonly FactCheck[] = [...Object.values(factChecks), ...Object.values(commandLineFactChecks)]

it('has at least 40 checks, each with a title and an expectation', () => {
  expect(checkNames.length).toBeGreaterThanOrEqual(40)
  const unclear = checkNames.filter((name) => checks[name].title === '' || checks[name].expected === '')
  expect(unclear).toEqual([])
})

it('has a check or a suite for every fact from a run', () => {
  const facts = factsFromRuns()
  expect(facts.length).toBeGreaterThan(300)
  const untried = facts.filter(
    ({ id, isCommandLine }) => (isCommandLine ? commandLineFactChecks : factChecks)[id] === undefined,
  )
  expect(untried).toEqual([])
  const reasons = all.filter((fact) => !('checks' in fact) && !('suite' in fact))
  expect(reasons).toEqual([])
})

it('has no entry without a fact', () => {
  const facts = factsFromRuns()
  const isStated = (name: string, isCommandLine: boolean): boolean =>
    facts.some(({ id, isCommandLine: isThere }) => id === name && isThere === isCommandLine)
  expect(Object.keys(commandLineFactChecks).filter((name) => !isStated(name, true))).toEqual([])
  const tried = new Set(checkNames.map((name) => checks[name].capability))
  expect(Object.keys(factChecks).filter((name) => !isStated(name, false) && !tried.has(name))).toEqual([])
})

it('names only checks and suites that exist, and covers the capability of every check', () => {
  const named = all.flatMap((fact) => ('checks' in fact ? fact.checks : []))
  expect(named.filter((name) => !checkNames.includes(name))).toEqual([])
  const suites = all.flatMap((fact) => ('suite' in fact ? fact.suite : []))
  const folder = resolve(import.meta.dirname, '../../../test/agents')
  expect(suites.filter((suite) => !existsSync(resolve(folder, `${suite}.suite.ts`)))).toEqual([])
  const uncovered = checkNames.filter((name) => {
    const { capability } = checks[name]
    return capability !== undefined && factChecks[capability] === undefined
  })
  expect(uncovered).toEqual([])
})
