import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as acp from '@agentclientprotocol/sdk/unstable'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectV1, wireIssues } from '../../../test/support/acp-sdk-v1.ts'
import { createSimPlace, type SimPlace, type WireMessage } from '../../../test/support/sim.ts'

const { agent } = acp.methods
let place: SimPlace
beforeEach(() => {
  place = createSimPlace()
  writeFileSync(join(place.workspace, 'README.md'), '# Hello\nThe sim reads this.\n')
})
afterEach(async () => await place.remove())

describe('a session', () => {
  it('advertises exactly its capabilities', async () => {
    const { sim } = await connectV1(place)
    const { result } = JSON.parse(sim.lines[0] ?? '') as WireMessage
    expect(result).toEqual({
      protocolVersion: 1,
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
      authMethods: [],
      agentInfo: { name: 'capstan-sim', title: 'Capstan Sim (simulated)', version: expect.any(String) },
      _meta: { steering: { supported: true } },
    })
  })

  it('streams thinking and text, and reports usage', async () => {
    const connected = await connectV1(place)
    const sessionId = await connected.newSession()
    const response = await connected.prompt(sessionId, 'say one two three')
    expect(response).toEqual({
      stopReason: 'end_turn',
      usage: { totalTokens: 51, inputTokens: 11, outputTokens: 4, thoughtTokens: 36 },
    })
    const kinds = connected.updates.map(({ sessionUpdate }) => sessionUpdate)
    expect(kinds).toEqual([
      'available_commands_update',
      'session_info_update',
      ...Array<string>(3).fill('agent_thought_chunk'),
      ...Array<string>(3).fill('agent_message_chunk'),
      'usage_update',
    ])
    const chunks = connected.updates.filter((update) => update.sessionUpdate === 'agent_message_chunk')
    expect(chunks.map(({ content }) => content)).toEqual([
      { type: 'text', text: 'one ' },
      { type: 'text', text: 'two ' },
      { type: 'text', text: 'three\n' },
    ])
    expect(new Set(chunks.map(({ messageId }) => messageId)).size).toBe(1)
    expect(connected.updates.at(-1)).toEqual({
      sessionUpdate: 'usage_update',
      used: 51,
      size: 32_000,
      cost: { amount: 0, currency: 'USD' },
      _meta: { simulated: true },
    })
    await connected.prompt(sessionId, 'say one two three')
    expect(connected.updates.at(-1)).toMatchObject({ used: 102, cost: { amount: 0, currency: 'USD' } })
    const asked = [agent.initialize, agent.session.new, agent.session.prompt, agent.session.prompt]
    expect(wireIssues(connected, asked)).toEqual([])
  })

  it('answers an unknown prompt with help', async () => {
    const connected = await connectV1(place)
    await connected.prompt(await connected.newSession(), 'Please refactor everything')
    expect(connected.said()).toContain('I am the simulated agent of Capstan: there is no model behind me')
    expect(connected.said()).toContain('\n- write <file> <text>: ')
  })

  it('names the parts of a prompt besides text', async () => {
    const connected = await connectV1(place)
    const sessionId = await connected.newSession()
    const data = Buffer.from('not really a picture').toString('base64')
    await connected.agent.request(agent.session.prompt, {
      sessionId,
      prompt: [
        { type: 'image', data, mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: 'äb' } },
        { type: 'resource_link', name: 'b', uri: 'file:///b' },
        { type: 'text', text: 'say done' },
      ],
    })
    expect(connected.said()).toBe(
      'I got an image: image/png, 20 bytes. I got a resource: file:///a.txt, text/plain, 3 bytes. ' +
        'I got a link to b: file:///b. done\n',
    )
  })

  it('does not call MCP servers and says so', async () => {
    const connected = await connectV1(place, { capabilities: { session: { notices: {} } } })
    const server = { name: 'files', command: '/bin/files', args: [], env: [] }
    await connected.newSession({ mcpServers: [server] })
    await connected.agent.request(agent.session.list, {})
    expect(connected.updates.at(-1)).toEqual({
      sessionUpdate: 'notice',
      severity: 'info',
      title: 'The simulated agent does not call MCP servers: files',
      _meta: { simulated: true, mcpServers: ['files'] },
    })
    const http = { type: 'http' as const, name: 'web', url: 'http://127.0.0.1/', headers: [] }
    await expect(connected.newSession({ mcpServers: [http] })).rejects.toMatchObject({ code: -32_602 })
  })
})

describe('settings', () => {
  it('are options by category, and modes', async () => {
    const connected = await connectV1(place)
    const sessionId = await connected.newSession()
    const set = { sessionId, configId: 'effort', value: 'max' }
    const { configOptions } = (await connected.agent.request(
      agent.session.setConfigOption,
      set,
    )) as acp.SetSessionConfigOptionResponse
    expect(configOptions.map(({ id, category, currentValue }) => [id, category, currentValue])).toEqual([
      ['model', 'model', 'sim-small'],
      ['effort', 'thought_level', 'max'],
      ['mode', 'mode', 'ask'],
    ])
    await connected.agent.request(agent.session.setMode, { sessionId, modeId: 'auto' })
    expect(connected.updates.at(-1)).toEqual({ sessionUpdate: 'current_mode_update', currentModeId: 'auto' })
    await connected.prompt(sessionId, 'write a.txt unasked')
    expect(connected.permissions).toEqual([])
    const thoughts = connected.updates.filter(({ sessionUpdate }) => sessionUpdate === 'agent_thought_chunk')
    expect(thoughts).toHaveLength(9)
    const asked = [
      agent.initialize,
      agent.session.new,
      agent.session.setConfigOption,
      agent.session.setMode,
      agent.session.prompt,
    ]
    expect(wireIssues(connected, asked)).toEqual([])
  })

  it('reject unknown values', async () => {
    const { agent: side, newSession } = await connectV1(place)
    const sessionId = await newSession()
    const set = (configId: string, value: string): Promise<unknown> =>
      side.request(agent.session.setConfigOption, { sessionId, configId, value })
    await expect(set('effort', 'huge')).rejects.toMatchObject({
      code: -32_602,
      message: 'Invalid params: effort cannot be "huge"; it can be low, medium, high, max',
    })
    await expect(set('colour', 'red')).rejects.toMatchObject({ code: -32_602 })
  })
})

describe('sessions of another process', () => {
  it('are listed, loaded, resumed, forked, closed and deleted', async () => {
    const first = await connectV1(place)
    const sessionId = await first.newSession()
    await first.prompt(sessionId, 'read README.md')
    first.sim.stdin.end()
    expect(await first.sim.ended).toBe(0)

    const second = await connectV1(place)
    const { sessions } = await second.agent.request(agent.session.list, { cwd: place.workspace })
    expect(sessions).toEqual([
      { sessionId, cwd: place.workspace, title: 'read README.md', updatedAt: expect.any(String) },
    ])
    const open = { sessionId, cwd: place.workspace, mcpServers: [] }
    const loaded = (await second.agent.request(agent.session.load, open)) as acp.LoadSessionResponse
    expect(loaded.configOptions).toHaveLength(3)
    expect(second.updates.slice(0, 4)).toEqual([
      expect.objectContaining({
        sessionUpdate: 'user_message_chunk',
        content: { type: 'text', text: 'read README.md' },
      }),
      expect.objectContaining({ sessionUpdate: 'agent_thought_chunk' }),
      expect.objectContaining({ sessionUpdate: 'tool_call', status: 'completed', title: 'Read README.md' }),
      expect.objectContaining({
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'text', text: 'README.md has 2 lines and begins: # Hello\n' },
      }),
    ])
    const before = second.updates.length
    await second.agent.request(agent.session.resume, open)
    const fork = (await second.agent.request(agent.session.fork, open)) as acp.ForkSessionResponse
    expect(fork.sessionId).not.toBe(sessionId)
    const replayed = second.updates.slice(before).map(({ sessionUpdate }) => sessionUpdate)
    expect(new Set(replayed)).toEqual(new Set(['available_commands_update']))
    expect(await second.prompt(fork.sessionId, 'say hi')).toMatchObject({ stopReason: 'end_turn' })
    await second.agent.request(agent.session.close, { sessionId: fork.sessionId })
    await expect(second.prompt(fork.sessionId, 'say hi')).rejects.toMatchObject({
      code: -32_002,
      data: { sessionId: fork.sessionId },
    })
    await second.agent.request(agent.session.delete, { sessionId })
    const left = await second.agent.request(agent.session.list, {})
    expect(left.sessions.map((session) => session.sessionId)).toEqual([fork.sessionId])
    const { session } = agent
    const { load, resume, fork: branch, close, delete: remove, list } = session
    const asked = [agent.initialize, list, load, resume, branch, session.prompt, close, remove, list]
    expect(wireIssues(second, asked)).toEqual([])
  })

  it('are listed in pages', async () => {
    const { agent: side, newSession } = await connectV1(place)
    for (let made = 0; made < 25; made++) await newSession()
    const first = await side.request(agent.session.list, {})
    const second = await side.request(agent.session.list, { cursor: first.nextCursor })
    expect([first.sessions.length, second.sessions.length, second.nextCursor]).toEqual([20, 5, undefined])
    const ids = [...first.sessions, ...second.sessions].map(({ sessionId }) => sessionId)
    expect(new Set(ids).size).toBe(25)
    await expect(side.request(agent.session.list, { cursor: 'xx' })).rejects.toMatchObject({ code: -32_602 })
  })
})

describe('an invalid request', () => {
  it('is answered with its error code', async () => {
    const { agent: side, newSession, prompt } = await connectV1(place)
    const sessionId = await newSession()
    await expect(prompt('sim_0', 'say x')).rejects.toMatchObject({
      code: -32_002,
      data: { sessionId: 'sim_0' },
    })
    await expect(prompt('../../etc', 'say x')).rejects.toMatchObject({ code: -32_002 })
    await expect(newSession({ cwd: 'relative' })).rejects.toMatchObject({
      code: -32_602,
      message: 'Invalid params: cwd must be an absolute path',
    })
    await expect(side.request(agent.session.setTitle, { sessionId, title: 'x' })).rejects.toMatchObject({
      code: -32_601,
    })
    await expect(side.request(agent.authenticate, { methodId: 'x' })).rejects.toMatchObject({ code: -32_602 })
    const running = prompt(sessionId, 'run sleep 1000')
    await expect(prompt(sessionId, 'say x')).rejects.toMatchObject({ code: -32_600 })
    await side.request(agent.session.close, { sessionId })
    expect(await running).toMatchObject({ stopReason: 'cancelled' })
  })
})
