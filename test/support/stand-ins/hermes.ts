import { type ClientSide, type Fields, RpcError, serve } from './rpc-loop.ts'
import { type PermissionChoice, takeTurn, textOf } from './turn.ts'

/**
 * Stands in for Hermes Agent, which is fetched as source and cannot be installed here. It does what the source of its ACP
 * adapter says (`acp_adapter` in NousResearch/hermes-agent) and nothing else: it is started by `hermes acp`, says who it
 * is, offers the provider it is set up with as a login and its setup in a terminal, keeps, lists, loads, resumes and
 * branches sessions, has options for the model, the effort and the approval of edits, and asks about a command under an
 * id of its own. Its response without a provider is not documented; here it is the protocol's own number.
 */
const [command, ...rest] = process.argv.slice(2)
if (command !== 'acp' || rest.length > 0) {
  process.stderr.write(`hermes: error: not documented: ${process.argv.slice(2).join(' ')}\n`)
  process.exit(2)
}

const choices: PermissionChoice[] = [
  { optionId: 'allow_once', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'allow_session', name: 'Allow for session', kind: 'allow_always' },
  { optionId: 'allow_always', name: 'Allow always', kind: 'allow_always' },
  { optionId: 'deny', name: 'Deny', kind: 'reject_once' },
  { optionId: 'deny_always', name: 'Deny always', kind: 'reject_always' },
]
const modeNames = ['default', 'accept_edits', 'dont_ask']
const values: Record<string, string> = {
  model: 'anthropic:some-model',
  reasoning_effort: 'medium',
  edit_approval_policy: 'ask',
}
const offered = [
  { id: 'model', category: 'model', values: ['anthropic:some-model', 'anthropic:other-model'] },
  { id: 'reasoning_effort', category: 'thought_level', values: ['low', 'medium', 'high'] },
  { id: 'edit_approval_policy', category: 'mode', values: ['ask', 'workspace_session', 'session'] },
]

const provider = process.env['ANTHROPIC_API_KEY'] ? 'anthropic' : undefined
/** One session was held before. */
const sessions = new Map([['old', { sessionId: 'old', cwd: '/old', title: 'About ropes' }]])
let cancelled = Promise.withResolvers<void>()

function configOptions(): unknown {
  return offered.map(({ id, category, values: known }) => ({
    id,
    name: id,
    category,
    type: 'select',
    currentValue: values[id],
    options: known.map((value) => ({ value, name: value })),
  }))
}

function openSession(sessionId: string, cwd: unknown): Fields {
  if (provider === undefined) throw new RpcError(-32_000, 'Authentication required')
  sessions.set(sessionId, { sessionId, cwd: String(cwd), title: 'Untitled' })
  const availableModes = modeNames.map((id) => ({ id, name: id }))
  return { modes: { currentModeId: 'default', availableModes }, configOptions: configOptions() }
}

serve({
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'hermes-agent', version: '0.21.5' },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true },
      sessionCapabilities: { fork: {}, list: {}, resume: {} },
    },
    authMethods: [
      ...(provider === undefined ? [] : [{ id: provider, name: `${provider} runtime credentials` }]),
      { id: 'hermes-setup', name: 'Configure Hermes provider', type: 'terminal', args: ['--setup'] },
    ],
  }),
  // It answers with nothing where the login does not hold.
  authenticate: ({ methodId }) =>
    provider !== undefined && (methodId === provider || methodId === 'hermes-setup') ? {} : null,
  'session/new': ({ cwd }) => ({ sessionId: 'hermes-1', ...openSession('hermes-1', cwd) }),
  'session/load': replay,
  'session/resume': replay,
  // One that it does not know is branched into nothing.
  'session/fork': ({ sessionId, cwd }) =>
    sessions.has(String(sessionId))
      ? { sessionId: 'hermes-2', ...openSession('hermes-2', cwd) }
      : { sessionId: '' },
  'session/list': () => ({ sessions: [...sessions.values()] }),
  'session/set_config_option': ({ configId, value }) => {
    const known = offered.find(({ id }) => id === configId)?.values ?? []
    if (!known.includes(String(value))) throw new RpcError(-32_602, 'Invalid params')
    values[String(configId)] = String(value)
    return { configOptions: configOptions() }
  },
  'session/prompt': ({ sessionId, prompt }, client) => {
    const text = textOf(prompt).replace('the options', Object.values(values).join(', '))
    cancelled = Promise.withResolvers<void>()
    return takeTurn({
      sessionId: String(sessionId),
      text,
      client,
      choices,
      asksAbout: (line) => ({
        toolCallId: 'perm-check-1',
        title: line,
        kind: 'execute',
        status: 'pending',
        rawInput: { command: line, description: '' },
      }),
      cancelled: cancelled.promise,
    })
  },
  'session/cancel': () => cancelled.resolve(),
})

/** Replays the whole history before the response, also for a resumed session. */
function replay({ sessionId, cwd }: Fields, client: ClientSide): Fields {
  const content = { type: 'text', text: 'say what was' }
  client.notify('session/update', { sessionId, update: { sessionUpdate: 'user_message_chunk', content } })
  return openSession(String(sessionId), cwd)
}
