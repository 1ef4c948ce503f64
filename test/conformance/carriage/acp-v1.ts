import { configOption } from './acp-config.ts'
import { contentVariants, meta } from './acp-content.ts'
import { elicitation } from './acp-elicitation.ts'
import { planContent, planEntry } from './acp-plan.ts'
import { stateVariants, stopReasons, usage } from './acp-state.ts'
import { location, permissionOption, toolContent, toolKinds } from './acp-tools.ts'
import { sharedUpdates, update } from './acp-updates.ts'
import { shape, type Variant } from './shape.ts'

const content = shape('ContentBlock', ...contentVariants())

const diffRows = {
  path: 'changes.0.path',
  oldText: 'changes.0.oldText',
  newText: 'changes.0.newText',
  ...meta,
}

/** A diff of version 1 has no operation: without an old text, the file is new. */
const diffs: Variant[] = [
  {
    when: { type: 'diff' },
    has: ['oldText'],
    set: { type: 'diff', 'changes.0.operation': 'modify' },
    rows: diffRows,
  },
  { when: { type: 'diff' }, set: { type: 'diff', 'changes.0.operation': 'add' }, rows: diffRows },
]

const toolCallRows = {
  toolCallId: 'toolCallId',
  name: 'tool',
  title: 'title',
  kind: { to: 'kind', words: toolKinds },
  status: { to: 'status', words: ['pending', 'in_progress', 'completed', 'failed'] },
  content: { to: 'content', as: toolContent(content, ...diffs) },
  locations: { to: 'locations', as: location },
  rawInput: { to: 'input', verbatim: true },
  rawOutput: { to: 'output', verbatim: true },
  ...meta,
} as const

const entry = planEntry(['pending', 'in_progress', 'completed'])

const commandInput = shape('AvailableCommandInput', {
  set: { type: 'text' },
  rows: { hint: 'hint', ...meta },
})

const command = shape('AvailableCommand', {
  set: { type: 'command' },
  rows: {
    name: 'name',
    description: 'description',
    input: { to: 'input', as: commandInput },
    ...meta,
  },
})

const sessionUpdate = shape(
  'SessionUpdate',
  update('tool_call', 'tool.called', toolCallRows),
  update('tool_call_update', 'tool.updated', toolCallRows),
  {
    when: { sessionUpdate: 'plan' },
    set: { type: 'plan.updated', 'plan.type': 'items' },
    lacks: ['plan.planId'],
    rows: { entries: { to: 'plan.entries', as: entry }, ...meta },
  },
  update('current_mode_update', 'mode.changed', { currentModeId: 'modeId', ...meta }),
  ...sharedUpdates({
    content,
    plan: planContent(entry),
    command,
    config: configOption({ option: 'id', group: 'group' }),
    state: shape('StateUpdate', ...stateVariants({})),
    sessionMeta: meta,
    costClears: false,
  }),
  { set: { type: 'raw', source: 'acp' }, rows: {}, whole: 'payload' },
)

/** The messages of ACP v1 that become events, by the name of their definition in its schema. */
export const acpV1 = {
  SessionNotification: shape('SessionNotification', {
    rows: { sessionId: 'sessionId', update: { to: '', as: sessionUpdate }, _meta: 'envelopeMeta' },
  }),
  RequestPermissionRequest: shape('RequestPermissionRequest', {
    set: { type: 'permission.requested', 'subject.type': 'tool-call' },
    made: ['requestId'],
    rows: {
      sessionId: 'sessionId',
      toolCall: { to: 'subject.toolCall', as: shape('ToolCallUpdate', { rows: toolCallRows }) },
      options: { to: 'options', as: permissionOption },
      ...meta,
    },
  }),
  RequestPermissionResponse: shape('RequestPermissionResponse', {
    set: { type: 'permission.resolved' },
    made: ['requestId'],
    rows: {
      outcome: {
        to: 'outcome',
        as: shape(
          'RequestPermissionOutcome',
          { when: { outcome: 'cancelled' }, set: { type: 'cancelled' }, rows: {} },
          {
            when: { outcome: 'selected' },
            set: { type: 'selected' },
            rows: { optionId: 'optionId', ...meta },
          },
        ),
      },
      ...meta,
    },
  }),
  PromptResponse: shape('PromptResponse', {
    set: { type: 'finish' },
    rows: {
      stopReason: { to: 'stopReason', words: stopReasons },
      usage: { to: 'tokens', as: usage },
      ...meta,
    },
  }),
  ...elicitation,
}
