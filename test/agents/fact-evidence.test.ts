import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { definitions } from '../../src/agents/catalog.ts'
import { statementsOf } from '../../src/agents/facts/derived-facts.ts'
import { commandLineFactChecks, type FactCheck, factChecks } from '../../src/testing/contract/fact-checks.ts'
import type { TestedAgent } from '../../src/verify/setup/agent-setups.ts'
import { expectations } from './expectations.ts'

// The checks show them in part, or with other settings.
const byThinking: FactCheck = { suite: 'thinking' }
const byPrograms: FactCheck = { suite: 'programs' }

/** Facts over ACP whose own check shows something else, or cannot be tried, and what shows them instead. */
const elsewhere: Partial<Record<TestedAgent, Readonly<Record<string, FactCheck>>>> = {
  codex: { 'multi-agent.delegation': byPrograms, 'multi-agent.supported': byPrograms },
  gemini: {
    'thinking.effort': byThinking,
    'multi-agent.delegation': byPrograms,
    'multi-agent.supported': byPrograms,
  },
  copilot: { 'thinking.effort': byThinking },
  pi: { 'mcp.supported': byPrograms, skills: byPrograms },
  openclaw: {
    // OpenClaw rejects the id that it returned itself, and loads the session.
    'session.resume': { checks: ['load'] },
    'thinking.effort': byThinking,
    'thinking.supported': byThinking,
    skills: byPrograms,
  },
}

/** What the checks of a fact show, by the expected results of an agent. */
function isShown(
  agent: TestedAgent,
  { id, support, fact }: { id: string; support: string; fact: FactCheck | undefined },
): boolean {
  if (fact === undefined) return false
  if (!('checks' in fact)) return existsSync(join(import.meta.dirname, `${fact.suite}.suite.ts`))
  const results = fact.checks.map((name) => Object.keys(expectations[agent][name] ?? { verified: '' })[0])
  // Without a repository and a terminal, a turn shows that neither is required.
  const isInverted = id.startsWith('process.')
  return support === 'supported' || isInverted
    ? results.includes('verified')
    : results.includes('refuted') || results.includes('not-applicable')
}

/** The facts of an agent from a run that no check and no suite shows. */
function unshown(agent: TestedAgent, transport: 'acp' | 'cli', checks: typeof factChecks): string[] {
  const facts = statementsOf(definitions[agent]).filter(
    ({ fact, transport: on }) => fact.basis === 'run' && (on === 'cli') === (transport === 'cli'),
  )
  const missing = facts.filter(
    ({ id, fact: { support } }) => !isShown(agent, { id, support, fact: checks[id] }),
  )
  return [...new Set(missing.map(({ id }) => id))].toSorted()
}

const agents = Object.keys(expectations) as TestedAgent[]

it.each(agents)('%s: every fact from a run is shown by a check or a suite', (agent) => {
  expect(unshown(agent, 'acp', { ...factChecks, ...elsewhere[agent] })).toEqual([])
  expect(unshown(agent, 'cli', commandLineFactChecks)).toEqual([])
})

it.each(agents)('%s: a fact is shown by something else only where its own check does not', (agent) => {
  expect(unshown(agent, 'acp', factChecks)).toEqual(Object.keys(elsewhere[agent] ?? {}).toSorted())
})
