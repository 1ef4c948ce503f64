import { onFirstUse } from '../../../core/on-first-use.ts'
import { fieldTable } from '../../conversion/field-table.ts'

const identity = { name: 'identity.name', title: 'identity.title', version: 'identity.version' }

const answer = { protocolVersion: 'acp.protocol-version', authMethods: 'acp.auth-methods' }

const session = {
  delete: 'session.delete',
  additionalDirectories: 'session.additional-directories',
  fork: 'session.fork',
  title: 'session.title',
  archive: 'session.archive',
  status: 'session.status',
  systemPrompt: 'session.system-prompt',
  subagents: 'session.subagents',
}

const prompt = {
  image: 'prompt.image',
  audio: 'prompt.audio',
  embeddedContext: 'prompt.embedded-context',
}

const agent = { auth: { logout: 'auth.logout', status: 'auth.status' }, providers: 'acp.providers' }

/** Resuming a session without its history; `session.resume` covers both ways. */
export const resumeCall = 'acp.session.resume'

export const answerFieldsV1 = /* @__PURE__ */ onFirstUse(() =>
  fieldTable({
    value: { agentInfo: identity, ...answer },
    support: {
      agentCapabilities: {
        loadSession: 'session.load',
        promptCapabilities: prompt,
        mcpCapabilities: { http: 'mcp.http', sse: 'mcp.sse', acp: 'mcp.acp' },
      },
    },
    presence: {
      agentCapabilities: {
        ...agent,
        sessionCapabilities: {
          ...session,
          list: 'session.list',
          close: 'session.close',
          resume: resumeCall,
        },
      },
    },
  }),
)

export const answerFieldsV2 = /* @__PURE__ */ onFirstUse(() =>
  fieldTable({
    value: { info: identity, ...answer },
    presence: {
      capabilities: {
        ...agent,
        session: { ...session, prompt, mcp: { stdio: 'mcp.stdio', http: 'mcp.http', acp: 'mcp.acp' } },
      },
    },
  }),
)

/** The session capabilities of every version 2 agent with sessions. */
export const sessionBaselineV2 = ['session.list', 'session.close', 'session.load', resumeCall]

/** The capabilities of every ACP agent: prompts, streamed updates, the end of turns, and cancellation. */
export const baseline = [
  'transport.streaming',
  'session.multi-turn',
  'prompt.text',
  'messaging.receive',
  'delivery.immediate',
  'delivery.on-idle',
  'events.status.changed',
  'events.transcript.chunk',
]

export const normalisedFields = /* @__PURE__ */ onFirstUse(() =>
  fieldTable({
    support: {
      loadSession: 'session.load',
      forkSession: 'session.fork',
      resumeSession: resumeCall,
      closeSession: 'session.close',
      listSessions: 'session.list',
      additionalDirectories: 'session.additional-directories',
      mcp: { stdio: 'mcp.stdio', http: 'mcp.http', sse: 'mcp.sse' },
      prompt: { ...prompt, text: 'prompt.text' },
    },
  }),
)
