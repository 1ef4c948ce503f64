import { acpFacts } from './acp-facts.ts'
import { commandLineFacts } from './command-line-facts.ts'
import { transportsOf } from '../definition/transports.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import {
  type DefinitionFact,
  eachFact,
  no,
  type Statement,
  unknown,
  yes,
} from '../definition/definition-fact.ts'

/** All facts of an agent: first those derived from its definition, then the definition's own. */
export function statementsOf(definition: AgentDefinition, version?: string): Statement[] {
  const own = Object.entries(definition.facts).flatMap(([id, entry]) =>
    eachFact(entry).map((scoped) => ({ id, ...scoped })),
  )
  // Flags that Capstan never passes, because it cannot read the output of the agent, say nothing about its runs.
  const hasCommandLine = transportsOf(definition).includes('cli')
  const flags = hasCommandLine ? commandLineFacts(definition) : []
  const derived = [...acpFacts(definition), ...flags].filter((statement) => !isSaid(own, statement))
  const known = [...derived, ...own]
  const following = [...follow(known), ...untriedFacts(definition)].filter(
    (statement) => !isSaid(known, statement),
  )
  return [...identityFacts(definition, version), ...derived, ...following, ...own]
}

/**
 * Whether the definition has its own fact. For the command line, flags take precedence over a fact without a
 * transport; only a `cli` fact overrides the flags.
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

/** Facts that follow from another fact on the same transport. */
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
  // Every coding agent has a shell tool.
  'tools.native': ['execution.code', (fact) => because(fact, 'its own tools run commands')],
  'multi-agent.delegation': ['multi-agent.supported', (fact) => because(fact, 'through delegation')],
  'tools.approval': ['interaction.human-in-the-loop', asksPeople],
  'mcp.stdio': ['tools.client-provided', (fact) => because(fact, 'through an MCP server of the session')],
}

/** The same support; a yes gets this note, a no or an unknown keeps its own. */
function because({ support, basis, scope, note: reason }: DefinitionFact, note: string): DefinitionFact {
  const fact = { support, basis, ...(scope === undefined ? {} : { scope }) }
  const said = support === 'supported' ? note : reason
  return said === undefined ? fact : { ...fact, note: said }
}

/** A person is involved if one of the modes asks; a mode that only refuses involves nobody. */
function asksPeople(fact: DefinitionFact): DefinitionFact {
  const { modes } = (fact.value ?? {}) as { modes?: readonly string[] }
  if (fact.support !== 'supported' || modes === undefined || modes.includes('prompt')) {
    return because(fact, 'through tool approval')
  }
  return no(fact.basis, { note: 'never asks' })
}

/** Capabilities that no run has tried with any agent. */
function untriedFacts({ seen }: AgentDefinition): Statement[] {
  if (seen === undefined) return []
  return [
    { id: 'prompt.pdf', fact: unknown('no run sent a PDF') },
    { id: 'output.audio', fact: unknown('no run requested audio') },
  ]
}

/** Identity, installation and login: fields of the definition that are also capabilities. */
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
    // Only the tested version has recordings; another installed version has none.
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
  return value === undefined ? unknown('not in the definition') : yes(basis, { value })
}
