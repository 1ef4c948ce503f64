import type { AgentDefinition } from '../definition/definition.ts'
import { type DefinitionFact, no, type Statement, yes } from '../definition/definition-fact.ts'
import type { FlagName } from '../definition/definition-flags.ts'

/** The flags that provide a capability; one of them is enough. */
const byFlag: Readonly<Record<string, readonly FlagName[]>> = {
  'session.resume': ['resume'],
  'session.fork': ['fork'],
  'session.additional-directories': ['add-directory'],
  'prompt.text': ['prompt'],
  'prompt.image': ['image'],
  'prompt.file': ['file'],
  'output.structured': ['schema', 'schema-file'],
  'transport.streaming': ['stream'],
  'execution.max-iterations': ['max-turns'],
}

const noFlag = 'no flag'
const onlyOverAcp = 'Capstan passes MCP servers only over ACP'

/** Capabilities that no flag provides, with the reason. A definition can override them. */
const without: Readonly<Record<string, string>> = {
  'session.load': 'the command line does not print earlier messages',
  'session.list': noFlag,
  'session.close': 'a command-line process holds one session',
  'session.delete': noFlag,
  'session.title': noFlag,
  'session.archive': noFlag,
  'session.status': noFlag,
  'session.subagents': 'Capstan does not read subagents on the command line',
  'prompt.audio': noFlag,
  'prompt.video': noFlag,
  'prompt.embedded-context': 'on the command line, Capstan passes only the path of a file',
  'output.json-mode': noFlag,
  'mcp.stdio': onlyOverAcp,
  'mcp.http': onlyOverAcp,
  'mcp.sse': onlyOverAcp,
  'mcp.acp': onlyOverAcp,
  'multi-agent.handoffs': noFlag,
  'execution.max-time': noFlag,
  'interaction.approve-with-edits': 'Capstan can only allow or reject a call',
  'auth.logout': 'no logout command',
  'auth.status': 'no login status command',
}

/** The facts of an agent on its command line, from its flags. Empty without flags. */
export function commandLineFacts(definition: AgentDefinition): Statement[] {
  const { flags, longRunning } = definition
  if (flags?.prompt === undefined) return []
  const basis = flags.prompt.basis === 'docs' ? 'docs' : 'help'
  const absent = (note: string): DefinitionFact => no(basis, { note })
  const facts: Record<string, DefinitionFact> = {
    ...mapValues(without, absent),
    ...mapValues(byFlag, (names) => carriedBy(definition, names) ?? absent(noFlag)),
    'session.system-prompt': systemPrompt(definition) ?? absent(noFlag),
    'session.multi-turn':
      longRunning === undefined
        ? (carriedBy(definition, ['resume']) ?? absent('one prompt per process, and no flag to resume'))
        : yes(longRunning.basis, { note: 'one long-running process for many turns' }),
    'interaction.steer':
      longRunning === undefined
        ? absent('one prompt per process')
        : yes(longRunning.basis, { note: 'in a long-running process' }),
  }
  return Object.entries(facts).map(([id, fact]) => ({ id, transport: 'cli', fact }))
}

/** A flag, or a message to the long-running process. */
function carriedBy(
  { flags = {}, longRunning }: AgentDefinition,
  names: readonly FlagName[],
): DefinitionFact | undefined {
  const [flag] = names.flatMap((name) => flags[name] ?? [])
  if (flag !== undefined) {
    const head = flag.place === 'command' ? (flags.oneShot?.arguments ?? []) : []
    const shown = [...head, ...flag.arguments.filter((argument) => argument !== '{value}')].map((argument) =>
      argument.replace('{value}', '<value>'),
    )
    const note = [shown.join(' '), flag.note].filter(Boolean).join('; ')
    return yes(flag.basis, note === '' ? {} : { note })
  }
  return longRunning !== undefined && names.some((name) => longRunning.inDialog.includes(name))
    ? yes(longRunning.basis, { note: 'in a long-running process' })
    : undefined
}

/** A system prompt replaces the agent's own or is appended. */
function systemPrompt(definition: AgentDefinition): DefinitionFact | undefined {
  const append = carriedBy(definition, ['append-system-prompt'])
  const override = carriedBy(definition, ['system-prompt'])
  const fact = override ?? append
  if (fact === undefined) return undefined
  const modes = [...(append === undefined ? [] : ['append']), ...(override === undefined ? [] : ['override'])]
  return { ...fact, value: modes }
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
