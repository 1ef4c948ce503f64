import { expect, it } from 'vitest'
import { definitions } from '../../src/agents/catalog.ts'
import { statementsOf } from '../../src/agents/facts/derived-facts.ts'
import { factChecks } from '../../src/testing/contract/fact-checks.ts'
import type { TestedAgent } from '../../src/verify/setup/agent-setups.ts'
import { expectations } from './expectations.ts'

const otherSettings = 'set on the command line or in a settings file; the suite `thinking` tries it'
const partly = 'works in part; the check is refuted by another part'

/** Facts over ACP whose check shows something else, or cannot be tried, and how they were seen instead. */
const elsewhere: Partial<Record<TestedAgent, Readonly<Record<string, string>>>> = {
  codex: {
    'multi-agent.delegation': 'only at the effort ultra, by hand',
    'multi-agent.supported': 'only at the effort ultra, by hand',
  },
  gemini: {
    'thinking.effort': otherSettings,
    'multi-agent.delegation': 'the model gets the tool; its subagent asks no model of the provider',
    'multi-agent.supported': 'the model gets the tool; its subagent asks no model of the provider',
  },
  copilot: { 'thinking.effort': otherSettings },
  pi: {
    'mcp.supported': '`pi mcp add`, not per session, by hand',
    skills: 'only in a trusted folder, by hand',
  },
  openclaw: {
    'session.resume': partly,
    'thinking.effort': partly,
    'thinking.supported': 'the request to the model has the effort, but no thinking is shown',
    skills: 'on the command line, by hand',
  },
}

/** What the checks of a fact show, by the expected results of an agent. */
function isShown(agent: TestedAgent, id: string, support: string): boolean {
  const fact = factChecks[id]
  if (fact === undefined || !('checks' in fact)) return true
  const results = fact.checks.map((name) => Object.keys(expectations[agent][name] ?? { verified: '' })[0])
  // Without a repository and a terminal, a turn shows that neither is required.
  const isInverted = id.startsWith('process.')
  return support === 'supported' || isInverted
    ? results.includes('verified')
    : results.includes('refuted') || results.includes('not-applicable')
}

it.each(Object.keys(expectations) as TestedAgent[])(
  '%s: every fact from a run is shown by a check',
  (agent) => {
    const facts = statementsOf(definitions[agent]).filter(
      ({ fact, transport }) => fact.basis === 'run' && transport !== 'cli',
    )
    const unshown = facts.filter(({ id, fact }) => !isShown(agent, id, fact.support)).map(({ id }) => id)
    expect([...new Set(unshown)].toSorted()).toEqual(Object.keys(elsewhere[agent] ?? {}).toSorted())
  },
)
