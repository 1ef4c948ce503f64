import {
  CopilotKitCore,
  type CopilotKitCoreConfig,
  CopilotKitCoreRuntimeConnectionStatus as Status,
} from '@copilotkit/core'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync, readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { callsTools, paint } from '../support/calls-tools.ts'
import { bearer, createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'

/** CopilotKit without its runtime, configured only with the gateway's URL and a token. */
type Agent = NonNullable<ReturnType<CopilotKitCore['getAgent']>>

let lab: GatewayLab
/** Console output and network destinations of this process. */
const complaints: string[] = []
const places: string[] = []

const takeSocket = (message: unknown): void => {
  const { socket } = message as { socket: Socket }
  socket.on('lookup', (_error, _address, _family, host) => void places.push(host))
  socket.on('connectionAttempt', (address) => void places.push(address))
}

beforeEach(() => {
  lab = createGatewayLab()
  // CopilotKit connects only in browsers.
  vi.stubGlobal('window', {})
  for (const level of ['warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      complaints.push(words.map(String).join(' '))
    })
  }
  subscribe('net.client.socket', takeSocket)
})
afterEach(async () => {
  unsubscribe('net.client.socket', takeSocket)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await lab.remove()
  const others = places.splice(0).filter((place) => place !== '127.0.0.1')
  const heard = complaints.splice(0)
  if (others.length > 0) throw new Error(`It went to ${others.join()}`)
  if (heard.length > 0) throw new Error(`It complained: ${heard.join()}`)
})

interface Connected {
  core: CopilotKitCore
  agent: Agent
  errors: string[]
}

/** Waits until CopilotKit has loaded the agents or failed to. */
async function connect(
  url: string,
  { agent: id = 'sim', ...config }: CopilotKitCoreConfig & { agent?: string } = {},
): Promise<Connected> {
  const core = new CopilotKitCore({
    runtimeUrl: url,
    headers: bearer,
    deferInitialConnection: true,
    ...config,
  })
  const errors: string[] = []
  const settled = Promise.withResolvers<void>()
  core.subscribe({
    onRuntimeConnectionStatusChanged: ({ status }) => {
      if (status === Status.Connected) settled.resolve()
    },
    onError: ({ code, error }) => {
      errors.push(`${code}: ${error.message}`)
      settled.reject(new Error(errors.join()))
    },
  })
  core.connect()
  await settled.promise
  const agent = core.getAgent(id)
  if (agent === undefined) throw new Error(`It is ${core.runtimeConnectionStatus}: ${errors.join()}`)
  agent.threadId = 'thread'
  return { core, agent, errors }
}

/** The messages without the sim's reasoning. */
const said = ({ messages }: Agent): string[] =>
  messages
    .filter(({ role }) => role !== 'reasoning')
    .map(({ role, content }) => `${role}: ${typeof content === 'string' ? content.trim() : ''}`)

function stopAtFirstText({ core, agent }: Pick<Connected, 'core' | 'agent'>): void {
  const { unsubscribe: leave } = agent.subscribe({
    onTextMessageContentEvent: () => {
      leave()
      core.stopAgent({ agent })
    },
  })
}

test('connects and loads the agents with their capabilities', async () => {
  const { url } = await lab.open()
  const { core, agent, errors } = await connect(url)
  expect(core.runtimeConnectionStatus).toBe('connected')
  expect(core.telemetryDisabled).toBe(true)
  expect(places).toContain('127.0.0.1')
  expect(Object.keys(core.agents)).toEqual(['sim', 'default', 'auto'])
  const served = await fetch(`${url}/agents/sim/capabilities`, { headers: bearer })
  expect(await agent.getCapabilities?.()).toEqual(await served.json())
  expect(errors).toEqual([])
})

test('gets an error for a wrong token', async () => {
  const { url } = await lab.open()
  await expect(connect(url, { headers: { authorization: 'Bearer wrong' } })).rejects.toThrow(
    'runtime_info_fetch_failed: Runtime info request failed with status 401',
  )
  expect(complaints.splice(0)).toEqual([
    `Failed to load runtime info (${url}/info): Runtime info request failed with status 401`,
  ])
})

test('runs an agent, is interrupted and resumes', async () => {
  const { url } = await lab.open()
  const { core, agent, errors } = await connect(url)
  agent.addMessage({ id: 'u1', role: 'user', content: 'say hello' })
  await core.runAgent({ agent })
  expect(said(agent)).toEqual(['user: say hello', 'assistant: hello'])

  agent.addMessage({ id: 'u2', role: 'user', content: 'write a.txt hello' })
  await core.runAgent({ agent })
  const file = join(lab.lab.workspace, 'a.txt')
  expect(existsSync(file)).toBe(false)
  const resume = agent.pendingInterrupts.map(({ id }) => ({
    interruptId: id,
    status: 'resolved' as const,
    payload: { approved: true },
  }))
  expect(resume).toHaveLength(1)
  await core.runAgent({ agent, resume })
  expect(readFileSync(file, 'utf8').trim()).toBe('hello')
  expect(agent.pendingInterrupts).toEqual([])
  expect(errors).toEqual([])
})

test('runs a client tool, and the agent continues with the result', async () => {
  const { url } = await lab.open({}, { client: lab.lab.bare(callsTools) })
  const handler = vi.fn<(input: { word: string }) => Promise<string>>(({ word }) =>
    Promise.resolve(`painted ${word}`),
  )
  const { name, description } = paint
  const tool = { name, description, parameters: z.object({ word: z.string() }), handler }
  const { core, agent, errors } = await connect(url, { agent: 'bare', tools: [tool] })
  agent.addMessage({ id: 'u1', role: 'user', content: 'paint' })
  await core.runAgent({ agent })
  expect(handler.mock.calls.map(([input]) => input)).toEqual([{ word: 'hi' }])
  expect(said(agent)).toEqual([
    'user: paint',
    'assistant: ',
    'tool: painted hi',
    'assistant: paint: {"content":[{"type":"text","text":"painted hi"}]}',
  ])
  expect(errors).toEqual([])
})

test('reconnects to a thread with its messages and open interrupts', async () => {
  const { url } = await lab.open()
  const first = await connect(url)
  first.agent.addMessage({ id: 'u1', role: 'user', content: 'say hello' })
  await first.core.runAgent({ agent: first.agent })
  first.agent.addMessage({ id: 'u2', role: 'user', content: 'write a.txt hello' })
  await first.core.runAgent({ agent: first.agent })

  const { core, agent, errors } = await connect(url)
  await core.connectAgent({ agent })
  expect(agent.messages).toEqual(first.agent.messages)
  expect(said(agent)).toEqual([
    'user: say hello',
    'assistant: hello',
    'user: write a.txt hello',
    'assistant: ',
    'activity: ',
  ])
  expect(agent.pendingInterrupts).toEqual(first.agent.pendingInterrupts)
  const resume = agent.pendingInterrupts.map(({ id }) => ({
    interruptId: id,
    status: 'resolved' as const,
    payload: { approved: false },
  }))
  await core.runAgent({ agent, resume })
  expect(existsSync(join(lab.lab.workspace, 'a.txt'))).toBe(false)
  expect(errors).toEqual([])
})

test('runs, connects and stops under the name default', async () => {
  const { url } = await lab.open({
    prompts: [[{ step: 'text', text: 'first' }], [{ step: 'text', text: 'begun' }, { step: 'hang' }]],
  })
  const { core, agent, errors } = await connect(url, { agent: 'default' })
  agent.addMessage({ id: 'u1', role: 'user', content: 'go' })
  await core.runAgent({ agent })
  const again = await connect(url)
  await again.core.connectAgent({ agent: again.agent })
  expect(said(again.agent)).toEqual(['user: go', 'assistant: first'])
  agent.addMessage({ id: 'u2', role: 'user', content: 'wait' })
  stopAtFirstText({ core, agent })
  await core.runAgent({ agent })
  expect(lab.lab.sent('session/cancel')).toHaveLength(1)
  expect(errors).toEqual([])
})

test('stops an agent', async () => {
  const { url } = await lab.open({ prompts: [[{ step: 'text', text: 'begun' }, { step: 'hang' }]] })
  const { core, agent, errors } = await connect(url)
  agent.addMessage({ id: 'u1', role: 'user', content: 'wait' })
  stopAtFirstText({ core, agent })
  await core.runAgent({ agent })
  expect(lab.lab.sent('session/cancel')).toHaveLength(1)
  agent.addMessage({ id: 'u2', role: 'user', content: 'say hello' })
  await core.runAgent({ agent })
  expect(said(agent).slice(-2)).toEqual(['user: say hello', 'assistant: hello'])
  expect(errors).toEqual([])
})
