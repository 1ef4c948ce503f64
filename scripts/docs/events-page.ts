import { eventTypes } from '../../src/events/index.ts'
import type { Shape } from '../../test/conformance/carriage/shape.ts'
import { eventCarriage, relayStatusSelectors } from '../../test/conformance/event-carriage.ts'
import { code, messageTable, partsOf, partTable, table } from './carriage-tables.ts'
import { eventMeanings } from './event-meanings.ts'

/** The text of `docs/events.md`, written from the event types and the carriage table. */
export function eventsPage(): string {
  const { acpV1, acpV2, relay } = eventCarriage
  return [
    head,
    table(
      ['type', 'meaning'],
      eventTypes.map((type) => [code(type), eventMeanings[type]]),
    ),
    whereHead,
    '### ACP v1',
    ...protocolTables(Object.values(acpV1)),
    '### ACP v2',
    ...protocolTables(Object.values(acpV2)),
    '### Agent Relay',
    relayHead,
    messageTable(Object.values(relay), 'type'),
    tail,
  ].join('\n\n')
}

function protocolTables(messages: Shape[]): string[] {
  const parts = partsOf(messages)
  const updates = parts.filter(({ name }) => name === 'SessionUpdate')
  const others = parts.filter(({ name }) => name !== 'SessionUpdate')
  return [messageTable([...messages, ...updates], 'sessionUpdate'), 'The objects inside:', partTable(others)]
}

const head = `<!-- Written by \`npm run docs\` from the tables that the tests prove. -->
<!-- prettier-ignore-start -->

# Events

Everything a run or a session tells comes as one union, \`AgentEvent\`, whatever agent and protocol are behind it. An event is a plain JSON object with a \`type\`; a type and its own fields are enough, and \`sessionId\`, \`runId\`, \`turnId\`, \`subagentId\`, \`at\`, \`sequence\`, \`meta\`, \`envelopeMeta\` and \`native\` may stand on any of them. Nothing of ACP v1, ACP v2 or Agent Relay is lost on the way: the tables below say where each field goes, and the tests carry it there and back.

\`\`\`ts
import type { AgentEvent } from 'capstan/events' // types and the list of types, no dependencies
import { agentEventSchema } from 'capstan/events/schemas' // the zod twin, for journals and other edges
\`\`\`

## Order

- Events come in the order in which the agent sent them.
- Every update that the agent sent before its answer is delivered before \`finish\`. \`finish\` is the last event of a run, and there is always one.
- Nothing is dropped: a slow reader slows the agent down.
- What is not understood comes as \`raw\`, whole. A part that is not understood has the type \`unknown\` and keeps its own name and all its fields.
- A field that is not what its protocol says is left out of the event, which then has the original message in \`native\`; without a field that it needs it is \`raw\`.
- Some agents print into terminals of their own and say it only in vendor data: it stays there, and comes as \`terminal.output\` as well.

## How to read one

- \`.delta\`, \`.input\` and \`.output\` append a piece. \`.updated\` replaces the fields it has: an absent field stays as it was, \`null\` clears it. \`.changed\` replaces the whole.
- Words are open where agents may bring new ones: a word that is not listed is kept as it came.
- \`error\` is always \`{ message, code?, retryable?, data? }\`.
- Times are milliseconds since the epoch in \`at\`, and ISO 8601 text everywhere else.
- The schema checks known fields and keeps fields it does not know.

## Types`

const whereHead = `## Where each goes

Paths are dotted; \`0\` is the first item of a list. A field that is named alone keeps its name. The words in brackets name the table row of a nested object. \`_meta\` goes to \`meta\` at every depth, but inside what is kept whole it stays as it is. \`null\` clears where ∅ stands, and is the same as absent everywhere else. An underscore in a known word becomes a hyphen, as in \`in-progress\` and \`end-turn\`.`

const relayHead = `${relayStatusSelectors.map(code).join(', ')} are in Relay's list of types but not in its union: each selects \`status.changed\` with that status. Relay's tool events do not name the call, so an id is made; a \`Date\` becomes milliseconds in \`at\` and ISO 8601 text in \`availableAt\`.`

const tail = `<!-- prettier-ignore-end -->\n`
