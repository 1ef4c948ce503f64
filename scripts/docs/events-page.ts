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
  return [messageTable([...messages, ...updates], 'sessionUpdate'), 'Nested objects:', partTable(others)]
}

const head = `<!-- Written by \`npm run docs\` from the tables that the tests prove. -->
<!-- prettier-ignore-start -->

# Events

For people who read the events of a run or a session: every agent and protocol emits the same union, \`AgentEvent\`.

\`\`\`ts
import type { AgentEvent } from 'capstan/events' // types and the list of event types, no dependencies
import { agentEventSchema } from 'capstan/events/schemas' // the zod schema, for events that come from outside
\`\`\`

An event is a plain JSON object with a \`type\` and the fields of that type. Every event may also have \`sessionId\`, \`runId\`, \`turnId\`, \`subagentId\`, \`at\`, \`sequence\`, \`meta\`, \`envelopeMeta\` and \`native\`. No field of ACP v1, ACP v2 or Agent Relay is lost: the tables below map each field, and tests convert every message in both directions.

## Order

- Events keep the order in which the agent sent them.
- Every update that the agent sent before its response is delivered before \`finish\`. Every run ends with exactly one \`finish\`.
- Nothing is dropped: a slow reader slows the agent down.
- An unknown message becomes a \`raw\` event with the whole message. An unknown part has the type \`unknown\` and keeps its own name and all its fields.
- A field that violates its protocol is left out, and the event has the original message in \`native\`. Without a required field the event is \`raw\`.
- Some agents report the output of their own terminals only in vendor data. Capstan keeps the data and also emits \`terminal.output\`.

## Reading an event

- \`.delta\`, \`.input\` and \`.output\` append a delta. \`.updated\` replaces the fields it has: an absent field stays unchanged, \`null\` clears it. \`.changed\` replaces the whole.
- Enumerations that agents extend are open: an unlisted value is kept as it arrived.
- \`error\` is always \`{ message, code?, retryable?, data? }\`.
- Times are milliseconds since the epoch in \`at\`, and ISO 8601 text everywhere else.
- The schema checks known fields and keeps fields it does not know.

## Types`

const whereHead = `## Mapping of ACP and Relay

Paths are dotted; \`0\` is the first item of a list. A field without an arrow keeps its name. A name in brackets is the table row of a nested object. \`_meta\` becomes \`meta\` at every depth, except inside objects that are kept whole. \`null\` clears a field marked ∅ and means absent everywhere else. An underscore in a known value becomes a hyphen, as in \`in-progress\` and \`end-turn\`.`

const relayHead = `${relayStatusSelectors.map(code).join(', ')} are in Relay's list of types but not in its union: each selects \`status.changed\` with that status. Relay's tool events do not name the call, so Capstan creates an id; a \`Date\` becomes milliseconds in \`at\` and ISO 8601 text in \`availableAt\`.`

const tail = `<!-- prettier-ignore-end -->\n`
