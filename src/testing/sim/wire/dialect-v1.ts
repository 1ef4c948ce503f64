import { version as packageVersion } from '../../../core/version.ts'
import type { Dialect } from './dialect.ts'
import { describeOptions, modeChoices, type SessionOptions } from '../sessions/session-options.ts'
import type { JsonObject, ToolCallChange, ToolContent } from './wire.ts'

/** The sim's name and version, for both protocol versions. */
export const simInfo = { name: 'capstan-sim', title: 'Capstan Sim (simulated)', version: packageVersion }

/** Both versions advertise the steering extension: a message can join a running turn. */
export const simMeta = { steering: { supported: true } }

const chunks = {
  user: 'user_message_chunk',
  agent: 'agent_message_chunk',
  thought: 'agent_thought_chunk',
} as const

export const dialectV1: Dialect = {
  version: 1,
  initialized: (protocolVersion, authMethods) => ({
    protocolVersion,
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: false, embeddedContext: true },
      mcpCapabilities: { http: false, sse: false },
      sessionCapabilities: {
        list: {},
        resume: {},
        fork: {},
        close: {},
        delete: {},
        additionalDirectories: {},
      },
    },
    authMethods,
    agentInfo: simInfo,
    _meta: simMeta,
  }),
  opened: (options) => ({
    modes: {
      currentModeId: options.mode,
      availableModes: modeChoices.map(({ value: id, ...about }) => ({ id, ...about })),
    },
    configOptions: describeOptions(options, 'id'),
  }),
  configOptions: (options) => describeOptions(options, 'id'),
  optionsChanged: (options: SessionOptions) => [
    { sessionUpdate: 'config_option_update', configOptions: describeOptions(options, 'id') },
    { sessionUpdate: 'current_mode_update', currentModeId: options.mode },
  ],
  commands: (commands) =>
    commands.map(({ name, description, hint }) => ({ name, description, input: { hint } })),
  message: (from, messageId, content) =>
    content.map((block) => ({ sessionUpdate: chunks[from], messageId, content: block })),
  toolCall: (call) => ({ sessionUpdate: 'tool_call', ...formed(call) }),
  toolCallChange: (change) => ({ sessionUpdate: 'tool_call_update', ...formed(change) }),
  plan: (_planId, entries) => ({ sessionUpdate: 'plan', entries }),
  permission: (title, call, options) => ({ toolCall: { ...formed(call), title }, options }),
  state: () => [],
  idle: () => [],
}

function formed({ content, ...rest }: ToolCallChange): JsonObject {
  return {
    ...rest,
    // Version 1 has no status for a cancelled call.
    ...(rest.status === 'cancelled' ? { status: 'failed' } : {}),
    ...(content === undefined ? {} : { content: content.map(formedContent) }),
  }
}

function formedContent(content: ToolContent): JsonObject {
  return content.type === 'text' ? { type: 'content', content } : { ...content }
}
