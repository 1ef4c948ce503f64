import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * An ACP agent that asks the model provider: `<address of the provider> <folder of its sessions> <lies>`. It does what it
 * advertises, except for its lies: `resume`, `fork` and `load` open an empty session, `image` drops images, `mcp.http`
 * never connects, `usage` reports half the tokens, `effort` sends `low` for `medium` and refuses `max`.
 */
const [address = '', home = '', lying = ''] = process.argv.slice(2)
const lies = new Set(lying.split(','))

interface Message {
  role: string
  content: unknown
  [field: string]: unknown
}

interface Session {
  cwd: string
  messages: Message[]
  servers: { name: string; url: string }[]
  effort: string
}

interface Call {
  id: string
  function: { name: string; arguments: string }
}

type Params = Record<string, unknown>

const sessions = new Map<string, Session>()
mkdirSync(home, { recursive: true })

const methods: Record<string, (params: Params) => Promise<unknown>> = {
  initialize: async () => ({
    protocolVersion: 1,
    agentInfo: { name: 'provider-agent', version: '1.0.0' },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true },
      mcpCapabilities: { http: true },
      sessionCapabilities: { resume: {}, fork: {} },
    },
  }),
  'session/new': async (params) => {
    const sessionId = open(params, [])
    return { sessionId, configOptions: optionsOf(sessionId) }
  },
  'session/set_config_option': async ({ sessionId, value }) => {
    const session = sessions.get(String(sessionId))
    if (session === undefined) throw new Error('Unknown session')
    if (value === 'max' && lies.has('effort')) throw new Error('max is not supported')
    session.effort = String(value)
    return { configOptions: optionsOf(String(sessionId)) }
  },
  'session/resume': async (params) => {
    open(params, storedUnless('resume', params), String(params['sessionId']))
    return {}
  },
  'session/load': async (params) => {
    const id = String(params['sessionId'])
    const messages = storedUnless('load', params)
    open(params, messages, id)
    for (const { role, content } of stored(id)) {
      const kind = role === 'user' ? 'user_message_chunk' : 'agent_message_chunk'
      update(id, { sessionUpdate: kind, content: { type: 'text', text: textOf(content) } })
    }
    return {}
  },
  'session/fork': async (params) => ({ sessionId: open(params, storedUnless('fork', params)) }),
  'session/prompt': (params) => answer(String(params['sessionId']), params['prompt'] as Params[]),
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line) as { id?: number; method?: string; params?: Params }
  if (id === undefined || method === undefined) return
  const called = methods[method]
  const answered =
    called === undefined ? Promise.reject(new Error(`Method not found: ${method}`)) : called(params ?? {})
  answered.then(
    (result) => send({ id, result }),
    (error: unknown) => send({ id, error: { code: -32603, message: String(error) } }),
  )
})

function open(
  { cwd, mcpServers }: Params,
  messages: Message[],
  id = `session-${crypto.randomUUID()}`,
): string {
  const servers = (mcpServers ?? []) as Session['servers']
  sessions.set(id, { cwd: String(cwd), messages, servers, effort: 'high' })
  return id
}

function optionsOf(id: string): Params[] {
  const options = ['low', 'medium', 'high', 'max'].map((value) => ({ value, name: value }))
  const currentValue = sessions.get(id)?.effort
  return [{ id: 'effort', name: 'Effort', category: 'thought_level', type: 'select', currentValue, options }]
}

function stored(id: string): Message[] {
  return JSON.parse(readFileSync(join(home, `${id}.json`), 'utf8')) as Message[]
}

function storedUnless(lie: string, { sessionId }: Params): Message[] {
  const messages = stored(String(sessionId))
  return lies.has(lie) ? [] : messages
}

async function answer(id: string, blocks: readonly Params[]): Promise<unknown> {
  const session = sessions.get(id)
  if (session === undefined) throw new Error('Unknown session')
  session.messages.push({ role: 'user', content: blocks.flatMap(partOf) })
  const used = { input: 0, output: 0 }
  for (;;) {
    const { message, usage } = await askModel(session)
    used.input += usage.prompt_tokens
    used.output += usage.completion_tokens
    session.messages.push(message)
    if (textOf(message.content) !== '') {
      update(id, {
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'text', text: textOf(message.content) },
      })
    }
    const calls = (message['tool_calls'] ?? []) as Call[]
    if (calls.length === 0) break
    for (const call of calls) await work(id, session, call)
  }
  writeFileSync(join(home, `${id}.json`), JSON.stringify(session.messages))
  const [inputTokens, outputTokens] = [used.input, used.output].map((count) =>
    lies.has('usage') ? Math.floor(count / 2) : count,
  )
  return {
    stopReason: 'end_turn',
    usage: { inputTokens, outputTokens, totalTokens: (inputTokens ?? 0) + (outputTokens ?? 0) },
  }
}

function partOf({ type, text, data, mimeType }: Params): Params[] {
  if (type === 'text') return [{ type: 'text', text }]
  if (type !== 'image' || lies.has('image')) return []
  return [{ type: 'image_url', image_url: { url: `data:${String(mimeType)};base64,${String(data)}` } }]
}

async function askModel({
  messages,
  servers,
  effort,
}: Session): Promise<{ message: Message; usage: { prompt_tokens: number; completion_tokens: number } }> {
  const text = { type: 'string' }
  const tools = [
    { name: 'read', parameters: { type: 'object', properties: { path: text }, required: ['path'] } },
    { name: 'bash', parameters: { type: 'object', properties: { command: text }, required: ['command'] } },
    ...(lies.has('mcp.http')
      ? []
      : servers.map(() => ({ name: 'contract_word', parameters: { type: 'object' } }))),
  ]
  const response = await fetch(`${address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'loopback-model',
      reasoning_effort: effort === 'medium' && lies.has('effort') ? 'low' : effort,
      messages,
      tools: tools.map((tool) => ({ type: 'function', function: tool })),
    }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  const { choices, usage } = (await response.json()) as {
    choices: [{ message: Message }]
    usage: { prompt_tokens: number; completion_tokens: number }
  }
  return { message: choices[0].message, usage }
}

async function work(id: string, session: Session, { id: toolCallId, function: called }: Call): Promise<void> {
  const { name } = called
  const input = JSON.parse(called.arguments) as { path?: string }
  update(id, { sessionUpdate: 'tool_call', toolCallId, title: name, kind: 'other', status: 'in_progress' })
  const content =
    name === 'read'
      ? readFileSync(input.path ?? '', 'utf8')
      : name === 'contract_word'
        ? await callServer(session.servers[0]?.url ?? '')
        : 'done'
  session.messages.push({ role: 'tool', tool_call_id: toolCallId, content })
  update(id, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' })
}

async function callServer(url: string): Promise<string> {
  const ask = async (method: string, params: Params): Promise<Params> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url, { method: 'POST', body })
    return (await response.json()) as Params
  }
  await ask('initialize', { protocolVersion: '2025-06-18' })
  return JSON.stringify(await ask('tools/call', { name: 'contract_word', arguments: {} }))
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map(({ text = '' }: { text?: string }) => text).join('') : ''
}

function update(sessionId: string, change: Params): void {
  send({ method: 'session/update', params: { sessionId, update: change } })
}

function send(message: Params): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}
