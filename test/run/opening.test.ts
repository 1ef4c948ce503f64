import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { createLab, failureOf, type Lab, ofType, readAll, textIn } from '../support/sim-lab.ts'

let lab: Lab
beforeEach(() => {
  lab = createLab()
})
afterEach(() => lab.remove())

const version1 = { words: ['--protocol', '1'] }

describe('the handshake', () => {
  it('sends one request for both versions and advertises only answered requests', async () => {
    await lab.sim().ask('sim', 'help', lab.options)
    const info = { name: 'capstan', title: 'Capstan', version: expect.any(String) as string }
    const elicitation = { form: {}, url: {} }
    expect(lab.sent('initialize')).toEqual([
      {
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: {
          protocolVersion: 2,
          info,
          capabilities: { elicitation },
          clientInfo: info,
          clientCapabilities: {
            fs: { readTextFile: true, writeTextFile: true },
            terminal: true,
            session: { compaction: {}, configOptions: { boolean: {} }, notices: {} },
            plan: {},
            subagents: {},
            elicitation,
          },
        },
      },
    ])
  })

  it.each([
    ['fs/read_text_file', { path: '$cwd' }],
    ['fs/write_text_file', { path: '$cwd', content: '' }],
    ['terminal/create', { command: 'true' }],
    ['elicitation/create', { mode: 'form', message: '?', requestedSchema: {} }],
  ])('advertises and answers %s', async (method, params) => {
    const ask = { step: 'ask-client', method, params: { sessionId: '$sessionId', ...params } } as const
    const { text } = await lab.sim({ prompts: [[ask]] }, version1).ask('sim', 'go', lab.options)
    expect(text).not.toContain('-32601')
    expect(text).toContain(`${method}: {`)
  })

  it('accepts null for missing fields', async () => {
    const client = lab.bare(`
      on.initialize = ({ id }) => send({ id, error: null,
        result: { protocolVersion: 1, agentCapabilities: null, agentInfo: null, authMethods: null, _meta: null } })
      on['session/new'] = ({ id }) => send({ id, result: { sessionId: 's1', modes: null, models: null, configOptions: null } })
      on['session/prompt'] = ({ id }) => send(say('fine'), { id, result: null })
    `)
    expect(await client.ask('bare', 'go', lab.options)).toMatchObject({ text: 'fine', stopReason: 'unknown' })
  })

  it('rejects requests that it does not advertise', async () => {
    const ask = { step: 'ask-client', method: 'fs/delete_file', params: {} } as const
    const { text } = await lab.sim({ prompts: [[ask]] }).ask('sim', 'go', lab.options)
    expect(text).toBe(
      'fs/delete_file: {"error":{"code":-32601,"message":"fs/delete_file is not supported"}}\n',
    )
  })
})

describe('a system prompt', () => {
  const capable = {
    initialize: { agentCapabilities: { sessionCapabilities: { systemPrompt: { mode: { override: {} } } } } },
  }

  it.each([
    [{ systemPrompt: 'Be brief' }, 'override'],
    [{ appendSystemPrompt: 'Be brief' }, 'append'],
  ])('is sent for %j', async (options, mode) => {
    await lab.sim(capable, version1).ask('sim', 'help', { ...lab.options, ...options })
    expect(lab.sent('session/new').map(({ params }) => params)).toEqual([
      {
        cwd: lab.workspace,
        mcpServers: [],
        systemPrompt: { mode, content: [{ type: 'text', text: 'Be brief' }] },
      },
    ])
  })

  it('is refused with its ACP name if not advertised', async () => {
    const failure = await failureOf(
      lab.sim({}, version1).ask('sim', 'help', { ...lab.options, systemPrompt: 'Be brief' }),
    )
    expect(failure).toMatchObject({
      name: 'CapabilityNotSupportedError',
      capability: 'sessionCapabilities.systemPrompt',
      agent: 'sim',
    })
    expect(lab.sent().map(({ method }) => method)).toEqual(['initialize'])
  })
})

it.each(['1', '2'])('sets the effort by the category of the option, in version %s', async (version) => {
  const id = version === '1' ? 'id' : 'configId'
  const client = lab.bare(`
    const option = { ${id}: 'ponder', name: 'P', category: 'thought_level', type: 'select', currentValue: 'low',
      options: [{ value: 'low', name: 'L' }, { value: 'high', name: 'H' }] }
    const body = { 1: { agentCapabilities: {} }, 2: { info: { name: 'b', version: '1' }, capabilities: { session: {} } } }
    on.initialize = ({ id }) => send({ id, result: { protocolVersion: ${version}, ...body[${version}] } })
    on['session/new'] = ({ id }) => send({ id, result: { sessionId: 's1', configOptions: [option] } })
    on['session/set_config_option'] = ({ id }) => send({ id, result: { configOptions: [{ ...option, currentValue: 'high' }] } })
    on['session/prompt'] = ({ id }) =>
      send({ id, result: { stopReason: 'end_turn' } }, update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' }))
  `)
  const run = client.run({ ...lab.options, agent: 'bare', prompt: 'go', thinkingEffort: 'high' })
  const changes = ofType(await readAll(run), 'config.changed')
  expect(lab.sent('session/set_config_option').map(({ params }) => params)).toEqual([
    { sessionId: 's1', configId: 'ponder', value: 'high', ...(version === '2' ? { type: 'id' } : {}) },
  ])
  expect(changes.at(-1)?.options).toMatchObject([{ category: 'thought-level', currentValue: 'high' }])
})

describe('effort of an agent without a declared control', () => {
  const option = (...values: string[]): string =>
    JSON.stringify([
      {
        id: 'ponder',
        name: 'P',
        category: 'thought_level',
        type: 'select',
        currentValue: 'low',
        options: values.map((value) => ({ value, name: value })),
      },
    ])
  const agent = (configOptions: string): string => `
    on['session/new'] = ({ id }) => send({ id, result: { sessionId: 's1', configOptions: ${configOptions} } })
    on['session/set_config_option'] = ({ id }) => send({ id, result: { configOptions: ${configOptions} } })
    on['session/prompt'] = ({ id }) => send({ id, result: { stopReason: 'end_turn' } })
  `
  const effort = { thinkingEffort: 'high' }
  const without = { thinking: [] }

  it('is set by the ACP category', async () => {
    const { warnings } = await lab
      .bare(agent(option('low', 'high')), without)
      .ask('bare', 'go', { ...lab.options, ...effort })
    expect(lab.sent('session/set_config_option')).toMatchObject([
      { params: { configId: 'ponder', value: 'high' } },
    ])
    expect(warnings).toEqual([])
  })

  it.each([
    ['no such option', '[]'],
    ['not this level', option('low', 'medium')],
  ])('is ignored with a warning if the session offers %s, and refused when strict', async (_, offered) => {
    const client = lab.bare(agent(offered), without)
    const heard: string[] = []
    const options = { ...lab.options, ...effort, onWarning: (message: string) => heard.push(message) }
    const { warnings } = await client.ask('bare', 'go', options)
    const expected = 'bare does not offer thought_level high in this session; the setting is ignored'
    expect([warnings, heard]).toEqual([[expected], [expected]])
    expect(lab.sent('session/set_config_option')).toEqual([])
    const prompts = lab.sent('session/prompt').length
    expect(await failureOf(client.ask('bare', 'go', { ...options, strict: true }))).toMatchObject({
      code: 'CAPABILITY_ERROR',
      capability: 'configOptions.thought-level',
      requested: 'high',
    })
    expect(lab.sent('session/prompt')).toHaveLength(prompts)
  })
})

describe('an earlier session', () => {
  it.each(['1', '2'])('resumes by its id in version %s', async (protocol) => {
    const client = lab.sim({}, { words: ['--protocol', protocol] })
    const first = await client.ask('sim', 'say one', lab.options)
    const second = await client.ask('sim', 'say two', { ...lab.options, sessionId: first.sessionId })
    expect([first.sessionId !== '', second.sessionId, second.text]).toEqual([true, first.sessionId, 'two\n'])
    expect(lab.sent().filter(({ method }) => method?.startsWith('session/'))).toMatchObject([
      { method: 'session/new' },
      { method: 'session/prompt' },
      {
        method: 'session/resume',
        params: { sessionId: first.sessionId, cwd: lab.workspace, mcpServers: [] },
      },
      { method: 'session/prompt', params: { sessionId: first.sessionId } },
    ])
  })

  it('that does not exist is an error, not a new session', async () => {
    const failure = await failureOf(lab.sim().ask('sim', 'go', { ...lab.options, sessionId: 'gone' }))
    expect(failure).toMatchObject({ code: 'SESSION_NOT_FOUND', method: 'session/resume' })
    expect(lab.sent('session/new')).toEqual([])
  })

  it.each(['1', '2'])('emits its history when loaded, in version %s', async (protocol) => {
    const client = lab.sim({}, { words: ['--protocol', protocol] })
    const { sessionId } = await client.ask('sim', 'say one', lab.options)
    const session = await client.session('sim', lab.options)
    await session.loadSession(sessionId)
    const run = session.run('say two')
    const events = await readAll(run)
    await session.close()
    const resumed = events.findIndex(({ type }) => type === 'session.resumed')
    const history = events.slice(0, resumed).filter((event) => event.sessionId === sessionId)
    expect(session.id).toBe(sessionId)
    expect(JSON.stringify(history)).toContain('say one')
    expect((await run.result()).text).toBe('two\n')
  })

  it('can be forked', async () => {
    const client = lab.sim()
    const { sessionId } = await client.ask('sim', 'say one', lab.options)
    const run = client.run({ ...lab.options, agent: 'sim', prompt: 'say two', forkSessionId: sessionId })
    const [forked] = ofType(await readAll(run), 'session.forked')
    expect(forked).toEqual({ type: 'session.forked', sessionId: run.sessionId, parentSessionId: sessionId })
    expect(run.sessionId).not.toBe(sessionId)
  })
})

describe('additional directories that are in the catalog but not advertised', () => {
  const poor = { initialize: { agentCapabilities: {} } }
  const options = (): object => ({ ...lab.options, additionalDirectories: [lab.workspace] })

  it('are dropped with one warning', async () => {
    const heard: string[] = []
    const { warnings } = await lab
      .sim(poor, version1)
      .ask('sim', 'help', { ...options(), onWarning: (message) => heard.push(message) })
    const warning = 'Agent sim does not advertise additionalDirectories capability — ignoring 1 entries.'
    expect([heard, warnings]).toEqual([[warning], [warning]])
    expect(lab.sent('session/new')[0]?.params).toEqual({ cwd: lab.workspace, mcpServers: [] })
  })

  it('are refused when strict', async () => {
    const strict = lab.sim(poor, version1).ask('sim', 'help', { ...options(), strict: true })
    expect(await failureOf(strict)).toMatchObject({
      capability: 'sessionCapabilities.additionalDirectories',
    })
    expect(lab.sent('session/new')).toEqual([])
  })
})

describe('MCP servers', () => {
  const facts = {
    'mcp.http': { support: 'unknown', basis: 'none' },
    'mcp.sse': { support: 'unknown', basis: 'none' },
    'mcp.supported': { support: 'unknown', basis: 'none' },
  } as const

  it('have every list that version 1 requires', async () => {
    const client = lab.bare(
      `
      const agentCapabilities = { mcpCapabilities: { http: true, sse: true } }
      on.initialize = ({ id }) => send({ id, result: { protocolVersion: 1, agentCapabilities } })
      on['session/prompt'] = ({ id }) => send({ id, result: { stopReason: 'end_turn' } })
      `,
      { facts },
    )
    await client.ask('bare', 'go', {
      ...lab.options,
      mcpServers: [
        { name: 'local', command: 'server' },
        { name: 'full', command: 'server', args: ['-v'], env: { TOKEN: 'x' } },
        { type: 'http', name: 'web', url: 'http://localhost:1/mcp' },
        { type: 'sse', name: 'stream', url: 'http://localhost:1/sse', headers: { Authorization: 'y' } },
      ],
    })
    expect(lab.sent('session/new')[0]?.params?.['mcpServers']).toEqual([
      { name: 'local', command: 'server', args: [], env: [] },
      { name: 'full', command: 'server', args: ['-v'], env: [{ name: 'TOKEN', value: 'x' }] },
      { type: 'http', name: 'web', url: 'http://localhost:1/mcp', headers: [] },
      {
        type: 'sse',
        name: 'stream',
        url: 'http://localhost:1/sse',
        headers: [{ name: 'Authorization', value: 'y' }],
      },
    ])
  })

  it('have a type in version 2', async () => {
    await lab.sim().ask('sim', 'help', { ...lab.options, mcpServers: [{ name: 'local', command: 'server' }] })
    expect(lab.sent('session/new')[0]?.params?.['mcpServers']).toEqual([
      { type: 'stdio', name: 'local', command: 'server', args: [], env: [] },
    ])
  })

  it.each([
    [{ name: 'x' }],
    [{ type: 'http', name: 'x', url: 'nowhere' }],
    [{ name: 'x', command: 'y', args: 'z' }],
    [{ type: 'smoke', name: 'x', url: 'http://localhost' }],
  ])('%j is rejected', async (server) => {
    const options = { ...lab.options, mcpServers: [server as never] }
    expect(await failureOf(lab.sim({}, { facts }).ask('sim', 'go', options))).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('mcpServers') as string,
    })
    expect(lab.sent('session/new')).toEqual([])
  })
})

describe('an event before the response with the session id', () => {
  it.each(['1', '2'])('reaches the session in version %s', async (protocol) => {
    const scenario = { onSessionNew: [{ step: 'text' as const, text: 'early bird' }] }
    const run = lab
      .sim(scenario, { words: ['--protocol', protocol] })
      .run({ ...lab.options, agent: 'sim', prompt: 'say hi' })
    const events = await readAll(run)
    expect(textIn(events)).toBe('early birdhi\n')
    expect((await run.result()).text).toBe('hi\n')
    expect(events[0]).toEqual({ type: 'session.started', sessionId: run.sessionId })
  })
})

describe('attachments', () => {
  it('are embedded in the prompt', async () => {
    const path = join(lab.workspace, 'a.txt')
    writeFileSync(path, 'hello')
    const attachments = [{ kind: 'file', path }] as const
    await lab.sim().ask('sim', 'look', { ...lab.options, attachments })
    expect(lab.sent('session/prompt')[0]?.params?.['prompt']).toEqual([
      { type: 'resource', resource: { uri: pathToFileURL(path).href, text: 'hello' } },
      { type: 'text', text: 'look' },
    ])
  })

  it('that the agent does not support are refused before the prompt', async () => {
    const path = join(lab.workspace, 'a.png')
    writeFileSync(path, 'hello')
    const attachments = [{ kind: 'image', path }] as const
    const poor = lab.sim({ initialize: { agentCapabilities: {} } }, version1)
    expect(await failureOf(poor.ask('sim', 'look', { ...lab.options, attachments }))).toMatchObject({
      capability: 'promptCapabilities.image',
    })
    expect(lab.sent('session/prompt')).toEqual([])
  })
})

it('reports a missing agent with an install hint', async () => {
  const gemini = createClient().adapters.get('gemini').definition
  const absent = {
    ...gemini,
    binaries: ['absent-agent'] as const,
    acp: { binary: 'absent-agent', arguments: [] },
  }
  const client = createClient({ definitions: [absent] })
  expect(await failureOf(client.ask('gemini', 'go', { cwd: lab.workspace }))).toEqual({
    name: 'CapstanError',
    code: 'AGENT_NOT_INSTALLED',
    message: 'gemini is not installed',
    hint: expect.stringMatching(
      /^Run capstan install gemini, or npm install .*@google\/gemini-cli/,
    ) as string,
  })
})

it('reports a required login when opening a session', async () => {
  const client = lab.sim({ authentication: [{ id: 'key', name: 'Key' }] })
  expect(await failureOf(client.ask('sim', 'go', lab.options))).toMatchObject({
    name: 'AgentRequestError',
    code: 'AUTH_ERROR',
    method: 'session/new',
    rpcCode: -32000,
  })
  expect(await client.probe('sim')).toMatchObject({ authMethods: [{ id: 'key', name: 'Key' }] })
})

it('has the session id once open, and in every result', async () => {
  const run = lab.sim().run({ ...lab.options, agent: 'sim', prompt: 'help' })
  expect(run.sessionId).toBeUndefined()
  const events = await readAll(run)
  const { sessionId } = await run.result()
  expect([sessionId, events.at(-1)]).toEqual([
    run.sessionId,
    expect.objectContaining({ type: 'finish', sessionId }),
  ])
})
