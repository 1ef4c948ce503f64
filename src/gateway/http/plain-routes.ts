import type { JsonSchema } from '../../core/json-schema/json-schema.ts'

/** Documentation of a route outside of `/api`. */
export interface PlainRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly body?: { readonly type: string; readonly schema: JsonSchema }
  /** The success response; type and schema if it has a body. */
  readonly answer: { readonly status: number; readonly type?: string; readonly schema?: JsonSchema }
  /** Needs neither token nor cookie. */
  readonly isOpen?: true
  /** Exists only if the gateway has an A2E host. */
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

/** AG-UI, CopilotKit, sign-in and A2E routes. */
export const plainRoutes: readonly PlainRoute[] = [
  {
    method: 'POST',
    path: '/agents/:id',
    summary: 'Start a run from an AG-UI RunAgentInput and stream AG-UI events',
    body: input,
    answer: stream,
  },
  {
    method: 'GET',
    path: '/agents/:id/capabilities',
    summary: 'Get the current capabilities of an agent as AG-UI AgentCapabilities',
    answer: json,
  },
  { method: 'GET', path: '/info', summary: 'List agents for CopilotKit', answer: json },
  {
    method: 'POST',
    path: '/agent/:id/run',
    summary: 'Start a run for CopilotKit',
    body: input,
    answer: stream,
  },
  {
    method: 'POST',
    path: '/agent/:id/connect',
    summary: 'Reconnect to a thread',
    body: input,
    answer: stream,
  },
  {
    method: 'POST',
    path: '/agent/:id/stop/:threadId',
    summary: 'Stop the run of a thread',
    answer: {
      ...json,
      schema: { type: 'object', properties: { stopped: { type: 'boolean' } }, required: ['stopped'] },
    },
  },
  {
    method: 'GET',
    path: '/login',
    summary: 'Sign a browser in with a one-time link',
    answer: { status: 303 },
    isOpen: true,
  },
  {
    method: 'GET',
    path: '/health',
    summary: 'Check that the gateway is running',
    answer: { ...json, schema: status },
    isOpen: true,
  },
  { method: 'GET', path: '/openapi.json', summary: 'Get this document', answer: json },
  {
    method: 'POST',
    path: '/a2e/session',
    summary: 'Start an A2E session',
    answer: {
      ...json,
      schema: { type: 'object', properties: { session_id: { type: 'string' } }, required: ['session_id'] },
    },
    isOfHost: true,
  },
  { method: 'DELETE', path: '/a2e/session', summary: 'End an A2E session', answer: json, isOfHost: true },
  {
    method: 'POST',
    path: '/a2e/send',
    summary: 'Send an A2E message; the response arrives on the stream',
    body: message,
    answer: json,
    isOfHost: true,
  },
  {
    method: 'GET',
    path: '/a2e/stream',
    summary: 'Stream messages of the A2E host',
    answer: stream,
    isOfHost: true,
  },
  {
    method: 'GET',
    path: '/a2e/health',
    summary: 'Check that the A2E host is running',
    answer: { ...json, schema: status },
    isOfHost: true,
  },
]
