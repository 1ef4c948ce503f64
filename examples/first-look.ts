// What a first look at Capstan shows: an agent's own words, what they mean elsewhere, and a question answered.
import { compare, explain, explanationText, requirementsFor } from 'capstan'
import { readDeclaration, writeDeclaration } from 'capstan/capabilities/convert'

const handshake = {
  protocolVersion: 1,
  agentInfo: { name: 'example-agent', title: 'Example Agent', version: '1.4.0' },
  agentCapabilities: {
    loadSession: true,
    promptCapabilities: { image: true, embeddedContext: true },
    mcpCapabilities: { http: true },
    sessionCapabilities: { list: {}, fork: {} },
  },
}

function show(title: string, text: string): void {
  console.log(`${title}\n${text.replaceAll(/^/gm, '  ')}\n`)
}

console.log(`Capstan lets a program know what any coding agent can do, and then drive it.
It reads what agents say about themselves in ACP, AG-UI, A2E, Agent Relay and agent-mux into one profile of facts
with evidence, and writes any of the five from it, telling what could not be carried.\n`)

const profile = readDeclaration('acp', handshake)
show('An agent answered the ACP handshake:', JSON.stringify(handshake.agentCapabilities))

for (const ecosystem of ['ag-ui', 'relay'] as const) {
  const { declaration, notCarried } = writeDeclaration(ecosystem, profile)
  show(
    `The same as ${ecosystem} (${notCarried.length} facts have no place there):`,
    JSON.stringify(declaration, undefined, 2),
  )
}

const needs = requirementsFor({ prompt: ['text', 'image', 'audio'], session: 'fork', thinkingEffort: 'high' })
const { results } = compare(profile, needs)
show(
  'Can it take text, an image and sound, fork a session and think hard?',
  results.map(({ requirement, verdict }) => `${requirement.id}: ${verdict}`).join('\n'),
)
show(
  'Why?',
  ['prompt.audio', 'thinking.effort'].map((id) => explanationText(explain(profile, id))).join('\n'),
)

console.log('Next: npx capstan --help')
