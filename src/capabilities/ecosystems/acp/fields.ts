import { onFirstUse } from '../../../core/on-first-use.ts'
import { type Field, fieldsOf } from '../../field-table.ts'

const identity = (section: string) =>
  fieldsOf('value', {
    [`${section}.name`]: 'identity.name',
    [`${section}.title`]: 'identity.title',
    [`${section}.version`]: 'identity.version',
    protocolVersion: 'acp.protocol-version',
    authMethods: 'acp.auth-methods',
  })

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

const agent = { 'auth.logout': 'auth.logout', 'auth.status': 'auth.status', providers: 'acp.providers' }

/** Resuming a session without its history; `session.resume` covers both ways. */
export const resumeCall = 'acp.session.resume'

export const answerFieldsV1 = /* @__PURE__ */ onFirstUse((): readonly Field[] => [
  ...identity('agentInfo'),
  ...fieldsOf('support', {
    'agentCapabilities.loadSession': 'session.load',
    ...below('agentCapabilities.promptCapabilities', prompt),
    ...below('agentCapabilities.mcpCapabilities', { http: 'mcp.http', sse: 'mcp.sse', acp: 'mcp.acp' }),
  }),
  ...fieldsOf('presence', {
    ...below('agentCapabilities', agent),
    ...below('agentCapabilities.sessionCapabilities', {
      ...session,
      list: 'session.list',
      close: 'session.close',
      resume: resumeCall,
    }),
  }),
])

export const answerFieldsV2 = /* @__PURE__ */ onFirstUse((): readonly Field[] => [
  ...identity('info'),
  ...fieldsOf('presence', {
    ...below('capabilities', agent),
    ...below('capabilities.session', session),
    ...below('capabilities.session.prompt', prompt),
    ...below('capabilities.session.mcp', { stdio: 'mcp.stdio', http: 'mcp.http', acp: 'mcp.acp' }),
  }),
])

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
  fieldsOf('support', {
    loadSession: 'session.load',
    forkSession: 'session.fork',
    resumeSession: resumeCall,
    closeSession: 'session.close',
    listSessions: 'session.list',
    additionalDirectories: 'session.additional-directories',
    ...below('mcp', { stdio: 'mcp.stdio', http: 'mcp.http', sse: 'mcp.sse' }),
    ...below('prompt', { ...prompt, text: 'prompt.text' }),
  }),
)

function below(section: string, ids: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [`${section}.${name}`, id]))
}
