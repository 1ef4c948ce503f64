import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import * as acp from '@agentclientprotocol/sdk/experimental/v2/unstable'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSchemaCheck } from '../../../test/support/json-schema-check.ts'
import {
  createSimPlace,
  RawClient,
  type SimPlace,
  type SimProcess,
  type WireMessage,
} from '../../../test/support/sim.ts'

const { agent, client } = acp.methods
const check = createSchemaCheck('v2')

type Update = acp.SessionUpdate & { sessionUpdate: string }

interface Client {
  sim: SimProcess
  agent: acp.ClientConnection['agent']
  updates: Update[]
  permissions: acp.RequestPermissionRequest[]
  newSession(): Promise<string>
  /** Resolves when the session is idle again. */
  turn(sessionId: string, text: string): Promise<Update>
}

let place: SimPlace
beforeEach(() => {
  place = createSimPlace()
  writeFileSync(join(place.workspace, 'README.md'), '# Hello\n')
})
afterEach(async () => await place.remove())

async function connect(optionId = 'allow'): Promise<Client> {
  const sim = place.start()
  const updates: Update[] = []
  const permissions: acp.RequestPermissionRequest[] = []
  const { agent: side } = acp
    .client({ name: 'test' })
    .onNotification(client.session.update, ({ params }) => void updates.push(params.update))
    .onRequest(client.session.requestPermission, ({ params }) => {
      permissions.push(params)
      return { outcome: { outcome: 'selected', optionId } }
    })
    .connect(acp.ndJsonStream(Writable.toWeb(sim.stdin), Readable.toWeb(sim.stdout)))
  await side.request(agent.initialize, { protocolVersion: 2, info: { name: 'test', version: '1' } })
  const idles = (): Update[] =>
    updates.filter(
      (update) => update.sessionUpdate === 'state_update' && 'state' in update && update.state === 'idle',
    )
  return {
    sim,
    agent: side,
    updates,
    permissions,
    newSession: async () => (await side.request(agent.session.new, { cwd: place.workspace })).sessionId,
    turn: async (sessionId, text) => {
      const before = idles().length
      await side.request(agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] })
      await expect.poll(() => idles().length).toBe(before + 1)
      return idles().at(-1) as Update
    },
  }
}

function kindsOf(updates: readonly Update[]): string[] {
  return updates
    .map((update) =>
      'state' in update ? `${update.sessionUpdate} ${String(update.state)}` : update.sessionUpdate,
    )
    .filter((kind, index, all) => kind !== all[index - 1])
}

/** Everything the sim wrote, against the published schema; and what the SDK made of it. */
function wireIssues({ sim, updates }: Client): string[] {
  const messages = sim.lines.map((line) => JSON.parse(line) as WireMessage)
  const sent = messages.filter(({ method }) => method === client.session.update)
  expect(updates).toEqual(sent.map(({ params }) => params?.['update']))
  return [
    ...sent.flatMap(({ params }) => check('UpdateSessionNotification', params)),
    ...messages
      .filter(({ method }) => method === client.session.requestPermission)
      .flatMap(({ params }) => check('RequestPermissionRequest', params)),
  ]
}

describe('version 2', () => {
  it('advertises its capabilities in the form of version 2', async () => {
    const { sim } = await connect()
    const { result } = JSON.parse(sim.lines[0] ?? '') as WireMessage
    expect(result).toEqual({
      protocolVersion: 2,
      info: { name: 'capstan-sim', title: 'Capstan Sim (simulated)', version: expect.any(String) },
      capabilities: {
        session: {
          prompt: { image: {}, embeddedContext: {} },
          mcp: { stdio: {} },
          fork: {},
          delete: {},
          additionalDirectories: {},
        },
      },
      authMethods: [],
      _meta: { steering: { supported: true } },
    })
    expect(check('InitializeResponse', result)).toEqual([])
  })

  it('answers a prompt at once and ends it with a state', async () => {
    const connected = await connect()
    const sessionId = await connected.newSession()
    const end = await connected.turn(sessionId, 'say hello there')
    expect(end).toEqual({
      sessionUpdate: 'state_update',
      state: 'idle',
      stopReason: 'end_turn',
      usage: { totalTokens: 50, inputTokens: 11, outputTokens: 3, thoughtTokens: 36 },
    })
    expect(kindsOf(connected.updates)).toEqual([
      'user_message',
      'session_info_update',
      'state_update running',
      'agent_thought_chunk',
      'agent_message_chunk',
      'usage_update',
      'state_update idle',
    ])
    const answers = connected.sim.lines.map((line) => JSON.parse(line) as WireMessage)
    const { messageId } = answers.find(({ result }) => result?.['messageId'])?.result ?? {}
    expect(connected.updates[0]).toEqual({
      sessionUpdate: 'user_message',
      messageId,
      content: [{ type: 'text', text: 'say hello there' }],
    })
    expect(wireIssues(connected)).toEqual([])
  })

  it('writes a file with permission, and a patch that git accepts', async () => {
    const connected = await connect()
    await connected.turn(await connected.newSession(), 'write README.md Bye')
    const path = join(place.workspace, 'README.md')
    expect(readFileSync(path, 'utf8')).toBe('Bye\n')
    const name = path.slice(1)
    expect(connected.permissions[0]?.subject).toMatchObject({
      type: 'tool_call',
      toolCall: {
        content: [
          {
            type: 'diff',
            changes: [{ operation: 'modify', path, fileType: 'text' }],
            patch: {
              format: 'git_patch',
              text: `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1,1 +1,1 @@\n-# Hello\n+Bye\n`,
            },
          },
        ],
      },
    })
    expect(kindsOf(connected.updates)).toContain('state_update requires_action')
    expect(wireIssues(connected)).toEqual([])
  })

  it('does nothing without permission', async () => {
    const connected = await connect('reject')
    await connected.turn(await connected.newSession(), 'write a.txt no')
    expect(existsSync(join(place.workspace, 'a.txt'))).toBe(false)
    expect(connected.updates).toContainEqual(expect.objectContaining({ status: 'failed' }))
  })

  it('runs a command in its own terminal', async () => {
    const connected = await connect()
    await connected.turn(await connected.newSession(), 'run echo hi')
    const terminals = connected.updates.filter(({ sessionUpdate }) => sessionUpdate.startsWith('terminal'))
    const terminalId = expect.any(String) as string
    expect(terminals).toEqual([
      { sessionUpdate: 'terminal_update', terminalId, command: 'echo hi', cwd: place.workspace },
      { sessionUpdate: 'terminal_output_chunk', terminalId, data: 'aGkK' },
      { sessionUpdate: 'terminal_update', terminalId, exitStatus: { exitCode: 0, signal: null } },
    ])
    expect(wireIssues(connected)).toEqual([])
  })

  it('shows a plan and sets options', async () => {
    const connected = await connect()
    const sessionId = await connected.newSession()
    const { configOptions } = await connected.agent.request(agent.session.setConfigOption, {
      sessionId,
      configId: 'model',
      type: 'id',
      value: 'sim-large',
    })
    expect(configOptions[0]).toMatchObject({ configId: 'model', currentValue: 'sim-large' })
    await connected.turn(sessionId, 'plan a, b')
    expect(connected.updates).toContainEqual(
      expect.objectContaining({
        sessionUpdate: 'plan_update',
        plan: expect.objectContaining({ type: 'items' }) as object,
      }),
    )
    expect(connected.updates).toContainEqual(expect.objectContaining({ size: 200_000 }))
    expect(wireIssues(connected)).toEqual([])
  })

  it('is idle after a cancel', async () => {
    const connected = await connect()
    const sessionId = await connected.newSession()
    const end = connected.turn(sessionId, 'run sleep 1000')
    await expect
      .poll(() => connected.updates.some(({ sessionUpdate }) => sessionUpdate === 'terminal_update'))
      .toBe(true)
    await connected.agent.notify(agent.session.cancel, { sessionId })
    expect(await end).toMatchObject({ state: 'idle', stopReason: 'cancelled' })
    expect(connected.updates).toContainEqual(expect.objectContaining({ status: 'cancelled' }))
    expect(wireIssues(connected)).toEqual([])
  })

  it('resumes with the history from the start, or without', async () => {
    const first = await connect()
    const sessionId = await first.newSession()
    await first.turn(sessionId, 'read README.md')
    first.sim.stdin.end()
    await first.sim.ended
    const connected = await connect()
    const open = { sessionId, cwd: place.workspace }
    await connected.agent.request(agent.session.resume, open)
    // The SDK gives an answer before the updates that came with it.
    await expect.poll(() => kindsOf(connected.updates)).toEqual(['state_update idle'])
    await connected.agent.request(agent.session.resume, { ...open, replayFrom: { type: 'start' } })
    await expect
      .poll(() => kindsOf(connected.updates.slice(1)))
      .toEqual(['user_message', 'agent_thought', 'tool_call_update', 'agent_message', 'state_update idle'])
    const somewhere = { ...open, replayFrom: { type: '_somewhere' as const } }
    await expect(connected.agent.request(agent.session.resume, somewhere)).rejects.toMatchObject({
      code: -32_602,
    })
    const fork = await connected.agent.request(agent.session.fork, open)
    await connected.agent.request(agent.session.close, { sessionId: fork.sessionId })
    await connected.agent.request(agent.session.close, { sessionId: 'sim_0' })
    await connected.agent.request(agent.session.delete, { sessionId })
    const { sessions } = await connected.agent.request(agent.session.list, {})
    expect(sessions.map((session) => session.sessionId)).toEqual([fork.sessionId])
    expect(wireIssues(connected)).toEqual([])
  })

  it('rejects methods of version 1', async () => {
    const raw = new RawClient(place.start())
    const sessionId = await raw.open(place.workspace, 2)
    const load = await raw.request('session/load', { sessionId, cwd: place.workspace, mcpServers: [] })
    const setMode = await raw.request('session/set_mode', { sessionId, modeId: 'auto' })
    expect([load.error?.code, setMode.error?.code]).toEqual([-32_601, -32_601])
  })

  it('is checked against a schema that can fail', () => {
    const update = { sessionUpdate: 'tool_call_update', toolCallId: 7, content: [{ type: 'diff' }] }
    expect(check('UpdateSessionNotification', { sessionId: 's', update })).not.toEqual([])
    expect(check('InitializeResponse', { protocolVersion: 2 })).toEqual([
      'InitializeResponse.info is missing',
    ])
  })
})
