import * as fc from 'fast-check'
import type { AgentCapabilities, SubagentInfo, Tool } from '../../src/capabilities/ecosystems/ag-ui/index.ts'
import { details, flag, json, open, text, withoutEmpty } from './json.ts'

const limit = fc.nat()

const tool = fc.record(
  { name: text, description: text, parameters: json.filter((value) => value !== null), metadata: details },
  { requiredKeys: ['name', 'description'], noNullPrototype: true },
) as fc.Arbitrary<Tool>

const subagent = fc.record(
  { name: text, description: text },
  { requiredKeys: ['name'], noNullPrototype: true },
) as fc.Arbitrary<SubagentInfo>

const multimodal = open({
  input: open({ image: flag, audio: flag, video: flag, pdf: flag, file: flag }),
  output: open({ image: flag, audio: flag }),
}).map((section) => withoutEmpty(section, ['input', 'output']))

/** The old name of the list, where it is used, holds what the new one holds. */
const multiAgent = open({
  supported: flag,
  delegation: flag,
  handoffs: flag,
  subagents: fc.array(subagent, { maxLength: 2 }),
  subAgents: fc.constant([]),
}).map(({ subagents, subAgents: _subAgents, ...rest }) =>
  subagents === undefined ? rest : { ...rest, subagents, subAgents: subagents },
)

const sections = {
  identity: open({
    name: text,
    type: text,
    description: text,
    version: text,
    provider: text,
    documentationUrl: text,
    metadata: details,
  }),
  transport: open({
    streaming: flag,
    websocket: flag,
    httpBinary: flag,
    pushNotifications: flag,
    resumable: flag,
  }),
  tools: open({
    supported: flag,
    items: fc.array(tool, { maxLength: 2 }),
    parallelCalls: flag,
    clientProvided: flag,
  }),
  output: open({ structuredOutput: flag, supportedMimeTypes: fc.array(text, { maxLength: 2 }) }),
  state: open({ snapshots: flag, deltas: flag, memory: flag, persistentState: flag }),
  multiAgent,
  reasoning: open({ supported: flag, streaming: flag, encrypted: flag }),
  multimodal,
  execution: open({ codeExecution: flag, sandboxed: flag, maxIterations: limit, maxExecutionTime: limit }),
  humanInTheLoop: open({
    supported: flag,
    approvals: flag,
    interventions: flag,
    feedback: flag,
    interrupts: flag,
    approveWithEdits: flag,
  }),
  custom: details,
}

/**
 * AG-UI declarations in normal form: no section is empty, and a list of subagents stands under both its
 * names. Keys nobody published may be anywhere.
 */
export const agUiDeclaration: fc.Arbitrary<AgentCapabilities> = open<AgentCapabilities>(
  sections as { [Key in keyof AgentCapabilities]: fc.Arbitrary<AgentCapabilities[Key]> },
).map((declaration) => withoutEmpty(declaration, Object.keys(sections)))
