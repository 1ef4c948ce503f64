import { configOption } from './acp-config.ts'
import { meta, metaPatch } from './acp-content.ts'
import { elicitation } from './acp-elicitation.ts'
import { planContent, planEntry } from './acp-plan.ts'
import { stateVariants } from './acp-state.ts'
import { controls, permissionOption } from './acp-tools.ts'
import { sharedUpdates, update } from './acp-updates.ts'
import { content, toolCallRows, toolItem } from './acp-v2-tools.ts'
import { shape, unknownPart, type Shape, type Variant } from './shape.ts'

const plan = planContent(planEntry(['pending', 'in_progress', 'completed', 'cancelled']), {
  ...unknownPart,
  rows: { ...unknownPart.rows, planId: 'planId' },
})

const commandInput = shape(
  'AvailableCommandInput',
  { when: { type: 'text' }, set: { type: 'text' }, rows: { hint: 'hint', ...meta } },
  unknownPart,
)

const command = shape(
  'AvailableCommand',
  {
    when: { type: 'command' },
    set: { type: 'command' },
    rows: {
      name: 'name',
      description: 'description',
      input: { to: 'input', as: commandInput },
      ...meta,
    },
  },
  { ...unknownPart, rows: { ...unknownPart.rows, name: 'name', description: 'description' } },
)

const work = (type: string, ours: string, id: [string, string]): Variant => ({
  when: { type },
  set: { type: ours },
  rows: { [id[0]]: id[1], ...meta },
})

const background = shape(
  'BackgroundWork',
  work('terminal', 'terminal', ['terminalId', 'terminalId']),
  work('tool_call', 'tool-call', ['toolCallId', 'toolCallId']),
  work('subagent', 'subagent', ['sessionId', 'subagentId']),
  unknownPart,
)

const states = stateVariants({ background: { to: 'background', as: background } })

const stateUpdates = states.map((variant): Variant => ({
  ...variant,
  when: { sessionUpdate: 'state_update', ...variant.when },
  set: { type: 'status.changed', ...variant.set },
}))

const messageRows = {
  messageId: 'messageId',
  content: { to: 'content', as: content, clears: true },
  ...metaPatch,
} as const

const message = (kind: string, set: Variant['set'], lacks: string[] = []): Variant => ({
  when: { sessionUpdate: kind },
  set: { type: 'message.updated', ...set },
  lacks,
  rows: messageRows,
})

const part = (name: string, rows: Variant['rows']): Shape => shape(name, { rows: { ...rows, ...meta } })

const terminalRows = {
  terminalId: 'terminalId',
  command: { to: 'command', clears: true },
  cwd: { to: 'cwd', clears: true },
  output: { to: 'output', as: part('TerminalOutput', { data: 'bytes' }), clears: true },
  exitStatus: {
    to: 'exitStatus',
    as: part('TerminalExitStatus', { exitCode: 'exitCode', signal: 'signal' }),
    clears: true,
  },
  size: { to: 'size', as: part('TerminalSize', { cols: 'cols', rows: 'rows' }), clears: true },
  capabilities: { to: 'controls', as: controls, clears: true },
  ...metaPatch,
} as const

const sessionUpdate = shape(
  'SessionUpdate',
  message('user_message', { role: 'user' }),
  message('agent_message', {}, ['role', 'thinking']),
  message('agent_thought', { thinking: true }),
  ...stateUpdates,
  update('tool_call_update', 'tool.updated', toolCallRows),
  update('tool_call_content_chunk', 'tool.output', {
    toolCallId: 'toolCallId',
    content: { to: 'content', as: toolItem },
    ...meta,
  }),
  update('terminal_update', 'terminal.updated', terminalRows),
  update('terminal_output_chunk', 'terminal.output', {
    terminalId: 'terminalId',
    data: 'bytes',
    ...meta,
  }),
  ...sharedUpdates({
    content,
    plan,
    command,
    config: configOption({ option: 'configId', group: 'groupId' }),
    state: shape('StateUpdate', ...states),
    sessionMeta: metaPatch,
    costClears: true,
  }),
  { set: { type: 'raw', source: 'acp' }, rows: {}, whole: 'payload' },
)

const subject = shape(
  'RequestPermissionSubject',
  {
    when: { type: 'tool_call' },
    set: { type: 'tool-call' },
    rows: {
      toolCall: { to: 'toolCall', as: shape('ToolCallUpdate', { rows: toolCallRows }) },
      ...meta,
    },
  },
  {
    when: { type: 'command' },
    set: { type: 'command' },
    rows: {
      command: 'command',
      cwd: 'cwd',
      toolCallId: 'toolCallId',
      terminalId: 'terminalId',
      ...meta,
    },
  },
  unknownPart,
)

const outcome = shape(
  'RequestPermissionOutcome',
  { when: { outcome: 'cancelled' }, set: { type: 'cancelled' }, rows: meta },
  { when: { outcome: 'selected' }, set: { type: 'selected' }, rows: { optionId: 'optionId', ...meta } },
  { ...unknownPart, rows: { outcome: 'originalType' } },
)

/** The messages of ACP v2 that become events, by the name of their definition in its schema. */
export const acpV2 = {
  UpdateSessionNotification: shape('UpdateSessionNotification', {
    rows: { sessionId: 'sessionId', update: { to: '', as: sessionUpdate }, _meta: 'envelopeMeta' },
  }),
  RequestPermissionRequest: shape('RequestPermissionRequest', {
    set: { type: 'permission.requested' },
    made: ['requestId'],
    rows: {
      sessionId: 'sessionId',
      title: 'title',
      description: 'description',
      subject: { to: 'subject', as: subject },
      options: { to: 'options', as: permissionOption },
      ...meta,
    },
  }),
  RequestPermissionResponse: shape('RequestPermissionResponse', {
    set: { type: 'permission.resolved' },
    made: ['requestId'],
    rows: { outcome: { to: 'outcome', as: outcome }, ...meta },
  }),
  PromptResponse: shape('PromptResponse', {
    set: { type: 'message.received' },
    rows: { messageId: 'messageId', ...meta },
  }),
  ...elicitation,
}
