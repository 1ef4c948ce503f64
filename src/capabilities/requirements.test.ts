import { describe, expect, test } from 'vitest'
import { type CapabilityRequest, type Requirement, requirementsFor } from './requirements.ts'

const cases: { field: string; request: CapabilityRequest; needs: Requirement[] }[] = [
  { field: 'nothing', request: {}, needs: [] },
  {
    field: 'prompt',
    request: { prompt: ['text', 'embedded-context'] },
    needs: [
      { id: 'prompt.text', because: 'the prompt contains text' },
      { id: 'prompt.embedded-context', because: 'the prompt contains embedded-context' },
    ],
  },
  {
    field: 'mcpServers',
    request: { mcpServers: [{}, { type: 'http', name: 'docs' }, { type: 'sse' }, { type: 'acp' }] },
    needs: [
      { id: 'mcp.stdio', because: 'the MCP server uses stdio' },
      { id: 'mcp.http', because: 'the MCP server docs uses http' },
      { id: 'mcp.sse', because: 'the MCP server uses sse' },
      { id: 'mcp.acp', because: 'the MCP server uses acp' },
    ],
  },
  {
    field: 'session',
    request: { session: 'fork' },
    needs: [{ id: 'session.fork', because: 'fork was requested for a session' }],
  },
  {
    field: 'additionalDirectories',
    request: { additionalDirectories: ['a', 'b'] },
    needs: [{ id: 'session.additional-directories', because: '2 additional directories are set' }],
  },
  {
    field: 'systemPrompt',
    request: { systemPrompt: '' },
    needs: [{ id: 'session.system-prompt', because: 'a system prompt is set' }],
  },
  {
    field: 'thinkingEffort',
    request: { thinkingEffort: 'high' },
    needs: [
      { id: 'thinking.supported', because: 'a thinking option is set' },
      { id: 'thinking.effort', because: 'the effort is high', value: { includes: 'high' } },
    ],
  },
  {
    field: 'thinkingBudgetTokens',
    request: { thinkingBudgetTokens: 0 },
    needs: [
      { id: 'thinking.supported', because: 'a thinking option is set' },
      { id: 'thinking.budget', because: 'the budget is 0 tokens', value: { within: 0 } },
    ],
  },
  {
    field: 'jsonMode',
    request: { jsonMode: true },
    needs: [{ id: 'output.json-mode', because: 'JSON output was requested' }],
  },
  {
    field: 'outputSchema',
    request: { outputSchema: null },
    needs: [{ id: 'output.structured', because: 'an output schema is set' }],
  },
  {
    field: 'skills',
    request: { skills: ['review'] },
    needs: [{ id: 'skills', because: 'skills are set' }],
  },
  {
    field: 'delivery',
    request: { delivery: 'next-tool-call' },
    needs: [{ id: 'delivery.next-tool-call', because: 'the delivery mode is next-tool-call' }],
  },
  {
    field: 'attachments',
    request: { attachments: ['image', 'text'] },
    needs: [
      { id: 'prompt.image', because: 'the message has an image attachment' },
      { id: 'relay.text-attachments', because: 'the message has a text attachment' },
    ],
  },
  {
    field: 'messaging',
    request: { messaging: 'send' },
    needs: [{ id: 'messaging.send', because: 'the session sends messages' }],
  },
  {
    field: 'actions',
    request: { actions: 'expose' },
    needs: [{ id: 'actions.expose', because: 'the session exposes actions' }],
  },
  {
    field: 'lifecycle',
    request: { lifecycle: 'snapshot' },
    needs: [{ id: 'lifecycle.snapshot', because: 'snapshot was requested for the session' }],
  },
  {
    field: 'events',
    request: { events: ['status.idle', 'file.changed'] },
    needs: [
      { id: 'events.status.idle', because: 'the caller waits for status.idle' },
      { id: 'events.file.changed', because: 'the caller waits for file.changed' },
    ],
  },
  {
    field: 'host',
    request: { host: ['memory'] },
    needs: [{ id: 'host.memory', because: 'memory was requested from the host' }],
  },
]

describe('requirements of each request field', () => {
  test.each(cases)('$field', ({ request, needs }) => {
    expect(requirementsFor(request)).toStrictEqual(needs)
  })
})

test('requires nothing for empty lists and false', () => {
  expect(
    requirementsFor({
      prompt: [],
      mcpServers: [],
      additionalDirectories: [],
      jsonMode: false,
      skills: [],
      attachments: [],
      events: [],
      host: [],
    }),
  ).toEqual([])
})

test('lists a requirement once, with its first source', () => {
  const request: CapabilityRequest = {
    prompt: ['image', 'text', 'image'],
    attachments: ['image'],
    mcpServers: [{ name: 'first' }, { name: 'second' }],
    thinkingEffort: 'low',
    thinkingBudgetTokens: 2048,
  }
  expect(requirementsFor(request)).toStrictEqual([
    { id: 'prompt.image', because: 'the prompt contains image' },
    { id: 'prompt.text', because: 'the prompt contains text' },
    { id: 'mcp.stdio', because: 'the MCP server first uses stdio' },
    { id: 'thinking.supported', because: 'a thinking option is set' },
    { id: 'thinking.effort', because: 'the effort is low', value: { includes: 'low' } },
    { id: 'thinking.budget', because: 'the budget is 2048 tokens', value: { within: 2048 } },
  ])
})
