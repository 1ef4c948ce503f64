import { acpFacts } from './acp-facts.ts'
import { commandLineFacts } from './command-line-facts.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import {
  type DefinitionFact,
  eachFact,
  no,
  type Statement,
  unknown,
  yes,
} from '../definition/definition-fact.ts'

/** All facts of an agent: its definition's own, and before them those that follow from what the definition holds. */
export function statementsOf(definition: AgentDefinition, version?: string): Statement[] {
  const own = Object.entries(definition.facts).flatMap(([id, entry]) =>
    eachFact(entry).map((scoped) => ({ id, ...scoped })),
  )
  const derived = [...acpFacts(definition), ...commandLineFacts(definition)].filter(
    (statement) => !isSaid(own, statement),
  )
  const known = [...derived, ...own]
  const following = [...follow(known), ...untriedFacts(definition)].filter(
    (statement) => !isSaid(known, statement),
  )
  return [...identityFacts(definition, version), ...derived, ...following, ...own]
}

/**
 * Whether a definition says it itself. A flag table decides about the command line over a fact that is about no
 * transport in particular; only a fact about the command line takes its place.
 */
function isSaid(said: readonly Statement[], { id, transport, fact }: Statement): boolean {
  return said.some((other) => {
    const isSameScope =
      transport === undefined ||
      other.transport === transport ||
      (transport === 'acp' && other.transport === undefined)
    const speaks = other.fact.support !== 'unknown' || other.transport !== undefined
    return other.id === id && isSameScope && (speaks || fact.support === 'unknown')
  })
}

/** Facts that follow from another, on the same transport. */
function follow(known: readonly Statement[]): Statement[] {
  return known.flatMap((statement) => {
    const rule = rules[statement.id]
    if (rule === undefined) return []
    const [id, derive] = rule
    return [{ ...statement, id, fact: derive(statement.fact) }]
  })
}

const rules: Readonly<
  Record<string, readonly [id: string, derive: (fact: DefinitionFact) => DefinitionFact]>
> = {
  // Every coding agent brings a shell among its own tools.
  'tools.native': ['execution.code', (fact) => because(fact, 'its own tools run commands')],
  'multi-agent.delegation': ['multi-agent.supported', (fact) => because(fact, 'by delegation')],
  'tools.approval': ['interaction.human-in-the-loop', asksPeople],
  'mcp.stdio': [
    'tools.client-provided',
    (fact) => because(fact, 'tools reach it by an MCP server of the session'),
  ],
}

/** The same answer; a yes for another reason, and a no or an unknown for its own. */
function because({ support, basis, scope, note: reason }: DefinitionFact, note: string): DefinitionFact {
  const fact = { support, basis, ...(scope === undefined ? {} : { scope }) }
  const said = support === 'supported' ? note : reason
  return said === undefined ? fact : { ...fact, note: said }
}

/** People are involved where one of the modes asks them; a mode that only refuses involves nobody. */
function asksPeople(fact: DefinitionFact): DefinitionFact {
  const { modes } = (fact.value ?? {}) as { modes?: readonly string[] }
  if (fact.support !== 'supported' || modes === undefined || modes.includes('prompt')) {
    return because(fact, 'by approval of its tools')
  }
  return no(fact.basis, { note: 'nobody is asked' })
}

/** What no run has tried of any agent. */
function untriedFacts({ seen }: AgentDefinition): Statement[] {
  if (seen === undefined) return []
  return [
    { id: 'prompt.pdf', fact: unknown('no run sent a PDF') },
    { id: 'output.audio', fact: unknown('no run requested sound') },
  ]
}

/** Who it is, how it is installed and how a user logs in: fields of the definition that are capabilities too. */
function identityFacts(definition: AgentDefinition, version: string | undefined): Statement[] {
  const { id, name, maker, seen, simulated, auth, install, knownOnlyLive } = definition
  const facts: Record<string, DefinitionFact> = {
    'identity.name': yes('docs', { value: id }),
    'identity.title': yes('docs', { value: name }),
    auth: {
      support: auth.methods.length > 0 ? 'supported' : 'unknown',
      value: { methods: auth.methods, files: auth.files },
      basis: 'docs',
    },
    install: {
      support: install.length > 0 ? 'supported' : knownOnlyLive ? 'unknown' : 'unsupported',
      value: install,
      basis: 'docs',
    },
    // An installed version was not seen with another one, so that it rests on no recording.
    'identity.version':
      version === undefined ? text(seen?.version, { basis: 'run' }) : text(version, { basis: 'docs' }),
    'identity.description': text(
      maker && `${simulated ? 'Simulated coding' : 'Coding'} agent by ${maker.name}`,
    ),
    'identity.provider': text(maker?.name),
    'identity.documentation': text(maker?.documentation),
  }
  return Object.entries(facts).map(([factId, fact]) => ({ id: factId, fact }))
}

function text(
  value: string | undefined,
  { basis = 'docs' }: { basis?: 'docs' | 'run' } = {},
): DefinitionFact {
  return value === undefined ? unknown('the definition does not say') : yes(basis, { value })
}
