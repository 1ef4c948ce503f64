import { agentCatalog } from '../../src/agents/catalog.ts'
import type { AgentDefinition } from '../../src/agents/definition/definition.ts'
import { agentSection } from './agent-section.ts'
import { notApplicableText, standingTable } from './agent-standing.ts'
import { code, table } from './carriage-tables.ts'

const introduction = `# Agents

Written by \`npm run docs\` from \`src/agents/catalog/*/definition.ts\` and what was observed of each agent.

What Capstan knows of each agent before it is started. A live handshake and what was observed of the installed version
weigh more: \`capstan capabilities <agent> --live\` shows them, and \`--explain <id>\` every piece of evidence.
[Capabilities](capabilities.md) says what the ids mean.

| how we know | means |
| --- | --- |
| run | the program was run and did it, or did not |
| help | it says so itself: in its help, in the documents it ships or in the answer to an ACP handshake |
| docs | its published documentation says so, and nobody tried |
| observed | the contract suite saw it, with that version and on that day |

Any other agent that speaks ACP runs by its command, \`capstan run --acp "<command>" "…"\`: all that is known of it is
what it says when it is started.
`

const knownIntroduction = `Each row counts the capabilities of the dictionary, families such as \`host.<capability>\` left out. A
capability that differs between ACP and the command line counts with the better answer; the section of the agent shows
both. A capability is not applicable where it is a fact about a model, a session, a host or a server and about no coding
agent. The section of each agent says why an unknown is unknown.`

/** The text of `docs/agents.md`. */
export function agentsPage(): string {
  const definitions: AgentDefinition[] = Object.values(agentCatalog)
  const overview = table(
    ['agent', 'name', 'seen', 'over ACP', 'command line'],
    definitions.map((definition) => [
      `[${definition.id}](#${definition.id})`,
      definition.name,
      seenText(definition),
      acpText(definition),
      definition.outputReader === undefined ? 'not read' : 'yes',
    ]),
  )
  const known = [
    '## How much is known',
    knownIntroduction,
    standingTable(definitions),
    `Not applicable to any of them: ${notApplicableText(definitions)}.`,
  ]
  return `${[introduction.trimEnd(), overview, ...known, ...definitions.map(agentSection)].join('\n\n')}\n`
}

function seenText({ seen, simulated }: AgentDefinition): string {
  if (simulated) return 'comes with Capstan'
  return seen === undefined ? '**not run; rests on documentation**' : `${seen.version}, ${seen.at}`
}

function acpText({ acp }: AgentDefinition): string {
  if (acp === undefined) return 'no'
  return acp.bridge === undefined ? 'itself' : `by ${code(acp.bridge.name)}`
}
