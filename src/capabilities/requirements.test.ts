import { describe, expect, test } from 'vitest'
import { type CapabilityRequest, type Requirement, requirementsFor } from './requirements.ts'

const cases: { field: string; request: CapabilityRequest; needs: Requirement[] }[] = [
  { field: 'nothing', request: {}, needs: [] },
  {
    field: 'prompt',
    request: { prompt: ['text', 'embedded-context'] },
    needs: [
      { id: 'prompt.text', because: 'the prompt has a part of kind text' },
      { id: 'prompt.embedded-context', because: 'the prompt has a part of kind embedded-context' },
    ],
  },
  {
    field: 'mcpServers',
    request: { mcpServers: [{}, { type: 'http', name: 'docs' }, { type: 'sse' }, { type: 'acp' }] },
    needs: [
      { id: 'mcp.stdio', because: 'the MCP server is reached by stdio' },
      { id: 'mcp.http', because: 'the MCP server docs is reached by http' },
      { id: 'mcp.sse', because: 'the MCP server is reached by sse' },
      { id: 'mcp.acp', because: 'the MCP server is reached by acp' },
    ],
  },
  {
    field: 'session',
    request: { session: 'fork' },
    needs: [{ id: 'session.fork', because: 'a session is to be used by fork' }],
  },
  {
    field: 'additionalDirectories',
    request: { additionalDirectories: ['a', 'b'] },
    needs: [{ id: 'session.additional-directories', because: '2 more folders are to be seen' }],
  },
  {
    field: 'systemPrompt',
    request: { systemPrompt: '' },
    needs: [{ id: 'session.system-prompt', because: 'a system prompt is given' }],
  },
  {
    field: 'thinkingEffort',
    request: { thinkingEffort: 'high' },
    needs: [
      { id: 'thinking.supported', because: 'thinking is to be set' },
      { id: 'thinking.effort', because: 'the effort is to be high', value: { includes: 'high' } },
    ],
  },
  {
    field: 'thinkingBudgetTokens',
    request: { thinkingBudgetTokens: 0 },
    needs: [
      { id: 'thinking.supported', because: 'thinking is to be set' },
      { id: 'thinking.budget', because: 'the budget is to be 0 tokens', value: { within: 0 } },
    ],
  },
  {
    field: 'jsonMode',
    request: { jsonMode: true },
    needs: [{ id: 'output.json-mode', because: 'JSON is asked for' }],
  },
  {
    field: 'outputSchema',
    request: { outputSchema: null },
    needs: [{ id: 'output.structured', because: 'an output schema is given' }],
  },
  {
    field: 'skills',
    request: { skills: ['review'] },
    needs: [{ id: 'skills', because: 'skills are to be loaded' }],
  },
  {
    field: 'delivery',
    request: { delivery: 'next-tool-call' },
    needs: [{ id: 'delivery.next-tool-call', because: 'a message is to be delivered next-tool-call' }],
  },
  {
    field: 'attachments',
    request: { attachments: ['image', 'text'] },
    needs: [
      { id: 'prompt.image', because: 'the message has image attached' },
      { id: 'relay.text-attachments', because: 'the message has text attached' },
    ],
  },
  {
    field: 'messaging',
    request: { messaging: 'send' },
    needs: [{ id: 'messaging.send', because: 'a message of its own is to be sent' }],
  },
  {
    field: 'actions',
    request: { actions: 'expose' },
    needs: [{ id: 'actions.expose', because: 'actions are to be exposed' }],
  },
  {
    field: 'lifecycle',
    request: { lifecycle: 'snapshot' },
    needs: [{ id: 'lifecycle.snapshot', because: 'snapshot is asked of the session' }],
  },
  {
    field: 'events',
    request: { events: ['status.idle', 'file.changed'] },
    needs: [
      { id: 'events.status.idle', because: 'somebody waits for status.idle' },
      { id: 'events.file.changed', because: 'somebody waits for file.changed' },
    ],
  },
  {
    field: 'host',
    request: { host: ['memory'] },
    needs: [{ id: 'host.memory', because: 'memory is asked of the host' }],
  },
]

describe('what each field of a request needs', () => {
  test.each(cases)('$field', ({ request, needs }) => {
    expect(requirementsFor(request)).toStrictEqual(needs)
  })
})

test('empty lists and no need nothing', () => {
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

test('the same need is named once, by the first that has it', () => {
  const request: CapabilityRequest = {
    prompt: ['image', 'text', 'image'],
    attachments: ['image'],
    mcpServers: [{ name: 'first' }, { name: 'second' }],
    thinkingEffort: 'low',
    thinkingBudgetTokens: 2048,
  }
  expect(requirementsFor(request)).toStrictEqual([
    { id: 'prompt.image', because: 'the prompt has a part of kind image' },
    { id: 'prompt.text', because: 'the prompt has a part of kind text' },
    { id: 'mcp.stdio', because: 'the MCP server first is reached by stdio' },
    { id: 'thinking.supported', because: 'thinking is to be set' },
    { id: 'thinking.effort', because: 'the effort is to be low', value: { includes: 'low' } },
    { id: 'thinking.budget', because: 'the budget is to be 2048 tokens', value: { within: 2048 } },
  ])
})
