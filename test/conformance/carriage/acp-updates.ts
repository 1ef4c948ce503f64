import { chunkVariants, meta, metaPatch, type Rows } from './acp-content.ts'
import { cost } from './acp-state.ts'
import { controls } from './acp-tools.ts'
import type { Shape, Variant } from './shape.ts'

/** The parts of shared updates that differ between the versions. */
export interface UpdateParts {
  content: Shape
  plan: Shape
  command: Shape
  config: Shape
  state: Shape
  /** Vendor data of the session info: a patch in only one version. */
  sessionMeta: Rows
  /** Whether a cost of `null` clears the last one. */
  costClears: boolean
}

/** The updates that both versions have. */
export function sharedUpdates(parts: UpdateParts): Variant[] {
  const { content, plan, command, config, sessionMeta, costClears } = parts
  return [
    ...chunkVariants('user_message_chunk', content, 'user'),
    ...chunkVariants('agent_message_chunk', content, 'agent'),
    ...chunkVariants('agent_thought_chunk', content, 'thinking'),
    update('plan_update', 'plan.updated', { plan: { to: 'plan', as: plan }, ...meta }),
    update('plan_removed', 'plan.removed', { planId: 'planId', ...meta }),
    update('available_commands_update', 'commands.changed', {
      availableCommands: { to: 'commands', as: command },
      ...meta,
    }),
    update('config_option_update', 'config.changed', {
      configOptions: { to: 'options', as: config },
      ...meta,
    }),
    update('session_info_update', 'session.updated', {
      title: { to: 'title', clears: true },
      updatedAt: { to: 'updatedAt', clears: true },
      ...sessionMeta,
    }),
    update('usage_update', 'usage.updated', {
      used: 'context.used',
      size: 'context.size',
      cost: costClears ? { to: 'cost', as: cost, clears: true } : { to: 'cost', as: cost },
      ...meta,
    }),
    update('notice', 'notice', {
      severity: { to: 'severity', words: ['info', 'warning', 'error'] },
      title: 'title',
      description: 'description',
      ...meta,
    }),
    ...compactionUpdates(content),
    ...otherSessionUpdates(parts),
  ]
}

function compactionUpdates(content: Shape): Variant[] {
  return [
    update('compaction_update', 'compaction.updated', {
      compactionId: 'compactionId',
      status: { to: 'status', words: ['in_progress', 'completed', 'failed', 'cancelled'] },
      summary: { to: 'summary', as: content, clears: true },
      error: { to: 'error', wrap: 'message', clears: true },
      ...metaPatch,
    }),
    update('compaction_summary_chunk', 'compaction.delta', {
      compactionId: 'compactionId',
      content: { to: 'content', as: content },
      ...meta,
    }),
  ]
}

function otherSessionUpdates({ content, state }: UpdateParts): Variant[] {
  return [
    update('subagent_update', 'subagent.updated', {
      sessionId: 'subagentId',
      title: { to: 'title', clears: true },
      description: { to: 'description', clears: true },
      capabilities: { to: 'controls', as: controls, clears: true },
      state: { to: 'state', as: state, clears: true },
      cwd: { to: 'cwd', clears: true },
      additionalDirectories: { to: 'additionalDirectories', clears: true },
      ...metaPatch,
    }),
    update('session_message', 'session-message.updated', {
      messageId: 'messageId',
      senderSessionId: { to: 'senderSessionId', clears: true },
      recipientSessionId: { to: 'recipientSessionId', clears: true },
      senderMessageId: { to: 'senderMessageId', clears: true },
      recipientMessageId: { to: 'recipientMessageId', clears: true },
      content: { to: 'content', as: content, clears: true },
      ...metaPatch,
    }),
    update('session_message_chunk', 'session-message.delta', {
      messageId: 'messageId',
      content: { to: 'content', as: content },
      ...meta,
    }),
  ]
}

/** One kind of update and the event that carries it. */
export function update(kind: string, type: string, rows: Rows): Variant {
  return { when: { sessionUpdate: kind }, set: { type }, rows }
}
