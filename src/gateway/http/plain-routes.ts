import type { JsonSchema } from '../../core/json-schema/json-schema.ts'

/** A route beside those below `/api`, as far as a client has to know of it. */
export interface PlainRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly body?: { readonly type: string; readonly schema: JsonSchema }
  /** Of what goes well: its status and the type of its content, where it has some. */
  readonly answer: { readonly status: number; readonly type?: string; readonly schema?: JsonSchema }
  /** It needs neither the token nor the cookie. */
  readonly isOpen?: true
  /** It is there only where the gateway has an A2E host. */
  readonly isOfHost?: true
}

const anything: JsonSchema = { type: 'object' }
const input = { type: 'application/json', schema: anything }
const json = { status: 200, type: 'application/json', schema: anything }
const stream = { status: 200, type: 'text/event-stream', schema: { type: 'string' } }
const status: JsonSchema = {
  type: 'object',
  properties: { status: { const: 'ok' } },
  required: ['status'],
}
const message = { type: 'text/plain', schema: { type: 'string' } }

/** Agents as AG-UI agents, the shapes of CopilotKit, the way in, and the routes of an A2E host. */
export const plainRoutes: readonly PlainRoute[] = [
  {
    method: 'POST',
    path: '/agents/:id',
    summary: 'A run: RunAgentInput of AG-UI in, its events out',
    body: input,
    answer: stream,
  },
  {
    method: 'GET',
    path: '/agents/:id/capabilities',
    summary: 'What the agent can do now, as AgentCapabilities of AG-UI',
    answer: json,
  },
  { method: 'GET', path: '/info', summary: 'The agents, as CopilotKit asks for them', answer: json },
  { method: 'POST', path: '/agent/:id/run', summary: 'A run of CopilotKit', body: input, answer: stream },
  {
    method: 'POST',
    path: '/agent/:id/connect',
    summary: 'Comes back to a thread',
    body: input,
    answer: stream,
  },
  {
    method: 'POST',
    path: '/agent/:id/stop/:threadId',
    summary: 'Stops what is under way in a thread',
    answer: {
      ...json,
      schema: { type: 'object', properties: { stopped: { type: 'boolean' } }, required: ['stopped'] },
    },
  },
  {
    method: 'GET',
    path: '/login',
    summary: 'Lets a browser in, once, by a link',
    answer: { status: 303 },
    isOpen: true,
  },
  {
    method: 'GET',
    path: '/health',
    summary: 'That the gateway is there',
    answer: { ...json, schema: status },
    isOpen: true,
  },
  { method: 'GET', path: '/openapi.json', summary: 'This document', answer: json },
  {
    method: 'POST',
    path: '/a2e/session',
    summary: 'Begins a session of A2E',
    answer: {
      ...json,
      schema: { type: 'object', properties: { session_id: { type: 'string' } }, required: ['session_id'] },
    },
    isOfHost: true,
  },
  { method: 'DELETE', path: '/a2e/session', summary: 'Ends a session of A2E', answer: json, isOfHost: true },
  {
    method: 'POST',
    path: '/a2e/send',
    summary: 'A message of A2E; what comes of it is told on the stream',
    body: message,
    answer: json,
    isOfHost: true,
  },
  { method: 'GET', path: '/a2e/stream', summary: 'Messages of the A2E host', answer: stream, isOfHost: true },
  {
    method: 'GET',
    path: '/a2e/health',
    summary: 'That the A2E host is there',
    answer: { ...json, schema: status },
    isOfHost: true,
  },
]
