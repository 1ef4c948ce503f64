import type { Dialect } from './dialect.ts'
import { simInfo, simMeta } from './dialect-v1.ts'
import { gitPatch } from '../git-patch.ts'
import { describeOptions } from '../sessions/session-options.ts'
import type { JsonObject, ToolCallChange, ToolContent } from './wire.ts'

const messages = { user: 'user_message', agent: 'agent_message', thought: 'agent_thought' } as const

export const dialectV2: Dialect = {
  version: 2,
  initialized: (protocolVersion, authMethods) => ({
    protocolVersion,
    info: simInfo,
    capabilities: {
      session: {
        prompt: { image: {}, embeddedContext: {} },
        mcp: { stdio: {} },
        fork: {},
        delete: {},
        additionalDirectories: {},
      },
    },
    authMethods: authMethods.map(({ id, name }) => ({ type: 'agent', methodId: id, name })),
    _meta: simMeta,
  }),
  opened: (options) => ({ configOptions: describeOptions(options, 'configId') }),
  configOptions: (options) => describeOptions(options, 'configId'),
  optionsChanged: (options) => [
    { sessionUpdate: 'config_option_update', configOptions: describeOptions(options, 'configId') },
  ],
  commands: (commands) =>
    commands.map(({ name, description, hint }) => ({
      type: 'command',
      name,
      description,
      input: { type: 'text', hint },
    })),
  message: (from, messageId, content) => [{ sessionUpdate: messages[from], messageId, content }],
  toolCall: (call) => ({ sessionUpdate: 'tool_call_update', ...formed(call) }),
  toolCallChange: (change) => ({ sessionUpdate: 'tool_call_update', ...formed(change) }),
  plan: (planId, entries) => ({ sessionUpdate: 'plan_update', plan: { type: 'items', planId, entries } }),
  permission: (title, call, options) => ({
    title,
    subject: { type: 'tool_call', toolCall: formed(call) },
    options,
  }),
  state: (state) => [{ sessionUpdate: 'state_update', state }],
  idle: (stopReason, { usage, error } = {}) => [
    {
      sessionUpdate: 'state_update',
      state: 'idle',
      ...(stopReason === undefined ? {} : { stopReason }),
      ...(usage === undefined ? {} : { usage }),
      ...(error === undefined ? {} : { error }),
    },
  ],
}

function formed({ content, ...rest }: ToolCallChange): JsonObject {
  return content === undefined ? rest : { ...rest, content: content.map(formedContent) }
}

function formedContent(content: ToolContent): JsonObject {
  if (content.type === 'text') return { type: 'content', content }
  if (content.type === 'terminal') return { ...content }
  const operation = content.oldText === null ? 'add' : 'modify'
  return {
    type: 'diff',
    changes: [{ operation, path: content.path, fileType: 'text' }],
    patch: { format: 'git_patch', text: gitPatch(content) },
  }
}
