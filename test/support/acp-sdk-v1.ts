import { Readable, Writable } from 'node:stream'
import * as acp from '@agentclientprotocol/sdk/unstable'
import { expect } from 'vitest'
import { createSchemaCheck } from './json-schema-check.ts'
import type { SimPlace, SimProcess, WireMessage } from './sim.ts'

// The other side is the protocol's own SDK: what its schemas drop or change, the sim has said wrongly.

const { agent, client } = acp.methods
const check = createSchemaCheck('v1')
const results: Record<string, string> = {
  [agent.initialize]: 'InitializeResponse',
  [agent.session.new]: 'NewSessionResponse',
  [agent.session.load]: 'LoadSessionResponse',
  [agent.session.list]: 'ListSessionsResponse',
  [agent.session.resume]: 'ResumeSessionResponse',
  [agent.session.fork]: 'ForkSessionResponse',
  [agent.session.close]: 'CloseSessionResponse',
  [agent.session.delete]: 'DeleteSessionResponse',
  [agent.session.setMode]: 'SetSessionModeResponse',
  [agent.session.setConfigOption]: 'SetSessionConfigOptionResponse',
  [agent.session.prompt]: 'PromptResponse',
}

type Permission = acp.RequestPermissionRequest
export type Outcome = acp.RequestPermissionOutcome

/** A client of version 1, with all messages. */
export interface SdkClient {
  sim: SimProcess
  agent: acp.ClientConnection['agent']
  updates: acp.SessionUpdate[]
  permissions: Permission[]
  said: () => string
  newSession: (more?: object) => Promise<string>
  prompt: (sessionId: string, text: string) => Promise<acp.PromptResponse>
}

interface ConnectOptions {
  capabilities?: acp.ClientCapabilities
  permit?: (request: Permission) => Promise<Outcome> | Outcome
  extend?: (app: ReturnType<typeof acp.client>) => void
}

/** Starts a sim and does the handshake. */
export async function connectV1(place: SimPlace, options: ConnectOptions = {}): Promise<SdkClient> {
  const sim = place.start()
  const updates: acp.SessionUpdate[] = []
  const permissions: Permission[] = []
  const permit = options.permit ?? ((): Outcome => ({ outcome: 'selected', optionId: 'allow' }))
  const app = acp
    .client({ name: 'test' })
    // First of all handlers: the SDK is late with updates otherwise.
    .onNotification(client.session.update, ({ params }) => void updates.push(params.update))
    .onRequest(client.session.requestPermission, async ({ params }) => {
      permissions.push(params)
      return { outcome: await permit(params) }
    })
  options.extend?.(app)
  const connection = app.connect(acp.ndJsonStream(Writable.toWeb(sim.stdin), Readable.toWeb(sim.stdout)))
  await connection.agent.request(agent.initialize, {
    protocolVersion: acp.PROTOCOL_VERSION,
    clientCapabilities: options.capabilities ?? {},
  })
  return {
    sim,
    agent: connection.agent,
    updates,
    permissions,
    said: () => textOf(updates, 'agent_message_chunk'),
    newSession: async (more) => {
      const params = { cwd: place.workspace, mcpServers: [], ...more }
      const opened = (await connection.agent.request(agent.session.new, params)) as acp.NewSessionResponse
      return opened.sessionId
    },
    prompt: (sessionId, text) =>
      connection.agent.request(agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] }),
  }
}

function textOf(updates: readonly acp.SessionUpdate[], kind: string): string {
  return updates
    .flatMap((update) =>
      update.sessionUpdate === kind && 'content' in update && !Array.isArray(update.content)
        ? [(update.content as { text: string }).text]
        : [],
    )
    .join('')
}

/** Checks all output of the sim against the published schema, and the result of the SDK. */
export function wireIssues({ sim, updates }: SdkClient, asked: readonly string[]): string[] {
  const messages = sim.lines.map((line) => JSON.parse(line) as WireMessage)
  const sent = messages.filter(({ method }) => method === client.session.update)
  expect(updates).toEqual(sent.map(({ params }) => params?.['update']))
  return [
    ...sent.flatMap(({ params }) => check('SessionNotification', params)),
    ...messages
      .filter(({ method }) => method === client.session.requestPermission)
      .flatMap(({ params }) => check('RequestPermissionRequest', params)),
    ...messages
      .filter(({ result }) => result !== undefined)
      .flatMap(({ result }, index) => check(results[asked[index] ?? ''] ?? 'ExtResponse', result)),
  ]
}
