import { RpcError, serve } from './rpc-loop.ts'
import { type PermissionChoice, takeTurn, textOf } from './turn.ts'

/**
 * Stands in for Cursor's command line, which cannot be installed here. It does what the documentation of
 * its ACP server says (cursor.com/docs/cli/acp) and nothing else: it is started by `agent acp`, offers the login
 * `cursor_login`, takes keys from the environment instead, has three modes, loads sessions, and asks with three choices.
 * What a missing login is answered with is not documented; here it is the protocol's own number for that.
 */
const [command, ...rest] = process.argv.slice(2)
if (command !== 'acp' || rest.length > 0) {
  process.stderr.write(`error: not documented: ${process.argv.slice(2).join(' ')}\n`)
  process.exit(1)
}

const choices: PermissionChoice[] = [
  { optionId: 'allow-once', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'allow-always', name: 'Allow always', kind: 'allow_always' },
  { optionId: 'reject-once', name: 'Reject', kind: 'reject_once' },
]
const availableModes = ['agent', 'plan', 'ask'].map((id) => ({ id, name: id }))

let isLoggedIn = Boolean(process.env['CURSOR_API_KEY'] || process.env['CURSOR_AUTH_TOKEN'])
let currentModeId = 'agent'
let cancelled = Promise.withResolvers<void>()

function openSession(): { modes: unknown } {
  if (!isLoggedIn) throw new RpcError(-32_000, 'Authentication required')
  return { modes: { currentModeId, availableModes } }
}

serve({
  initialize: () => ({
    protocolVersion: 1,
    agentCapabilities: { loadSession: true },
    authMethods: [{ id: 'cursor_login', name: 'Cursor Login' }],
  }),
  authenticate: ({ methodId }) => {
    if (methodId !== 'cursor_login') throw new RpcError(-32_602, `There is no ${String(methodId)}`)
    isLoggedIn = true
    return {}
  },
  'session/new': () => ({ sessionId: 'cursor-session', ...openSession() }),
  'session/load': ({ sessionId }, client) => {
    const content = { type: 'text', text: 'say what was' }
    client.notify('session/update', { sessionId, update: { sessionUpdate: 'user_message_chunk', content } })
    return openSession()
  },
  'session/set_mode': ({ modeId }) => {
    currentModeId = String(modeId)
    return {}
  },
  'session/prompt': ({ sessionId, prompt }, client) => {
    const text = textOf(prompt).replace('the mode', currentModeId)
    cancelled = Promise.withResolvers<void>()
    return takeTurn({ sessionId: String(sessionId), text, client, choices, cancelled: cancelled.promise })
  },
  'session/cancel': () => cancelled.resolve(),
})
