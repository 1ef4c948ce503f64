import type { AgentDefinition } from '../definition/definition.ts'
import { type DefinitionFact, no, type Statement, yes } from '../definition/definition-fact.ts'

/** Capabilities of every ACP agent. */
const always = ['transport.streaming', 'session.multi-turn', 'prompt.text', 'mcp.stdio']

/** Capabilities without a message or field in ACP. */
const never: Readonly<Record<string, string>> = {
  'prompt.video': 'ACP has no video part',
  'output.json-mode': 'ACP has no field for this',
  'output.structured': 'ACP has no field for a schema',
  'multi-agent.handoffs': 'ACP has no message that passes a session to another agent',
  'execution.max-iterations': 'ACP has no field for a limit',
  'execution.max-time': 'ACP has no field for a limit',
  'interaction.approve-with-edits': 'an ACP permission request allows only its listed options',
}

/** Capabilities that an `initialize` response can advertise. */
const advertisable = [
  'session.load',
  'session.list',
  'session.close',
  'session.delete',
  'session.fork',
  'session.additional-directories',
  'session.title',
  'session.archive',
  'session.status',
  'session.system-prompt',
  'session.subagents',
  'prompt.image',
  'prompt.audio',
  'prompt.embedded-context',
  'mcp.http',
  'mcp.sse',
  'mcp.acp',
  'interaction.steer',
  'auth.logout',
  'auth.status',
]

/** The facts of an agent over ACP, from the protocol and the recorded handshake. */
export function acpFacts({ acp, flags }: AgentDefinition): Statement[] {
  if (acp === undefined) return []
  // For an agent without a command line, facts over ACP apply in general.
  const scope = flags?.prompt === undefined ? {} : ({ transport: 'acp' } as const)
  const facts: [id: string, fact: DefinitionFact][] = [
    ...always.map((id): [string, DefinitionFact] => [
      id,
      yes('docs', { note: 'every ACP agent supports this' }),
    ]),
    ...Object.entries(never).map(([id, note]): [string, DefinitionFact] => [id, no('docs', { note })]),
    ...handshakeFacts(acp.advertised),
  ]
  return facts.map(([id, fact]) => ({ id, ...scope, fact }))
}

type Advertised = NonNullable<NonNullable<AgentDefinition['acp']>['advertised']>

/** One fact for both protocol versions if they agree, otherwise one each. */
function handshakeFacts(advertised: Advertised = {}): [string, DefinitionFact][] {
  const versions = ([1, 2] as const).flatMap((version) => {
    const ids = advertised[version]
    return ids === undefined ? [] : [{ version, ids }]
  })
  return advertisable.flatMap((id) => {
    const answers = versions.map(({ version, ids }) => ({ version, isThere: ids.includes(id) }))
    const isSame = new Set(answers.map(({ isThere }) => isThere)).size <= 1
    return (isSame ? answers.slice(0, 1) : answers).map(({ version, isThere }): [string, DefinitionFact] => {
      const scope = isSame ? {} : { scope: { protocolVersion: version } }
      return [
        id,
        isThere
          ? yes('help', { note: 'advertised over ACP', ...scope })
          : no('help', { note: 'not in the ACP handshake', ...scope }),
      ]
    })
  })
}
