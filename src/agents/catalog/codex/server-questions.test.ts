import { expect, test } from 'vitest'
import { createCodexDialog } from './dialog.ts'

test('asks about a tool of an MCP server', () => {
  const dialog = createCodexDialog({ cwd: '/w', approval: 'everything', createId: () => 'i1' })
  const request = {
    id: 7,
    method: 'mcpServer/elicitation/request',
    params: {
      threadId: 'thread',
      serverName: 'files',
      mode: 'form',
      message: 'Allow files to run touch?',
      requestedSchema: { type: 'object', properties: {} },
      _meta: { codex_approval_kind: 'mcp_tool_call', tool_title: 'touch', tool_params: { path: 'a' } },
    },
  }
  expect(dialog.read(request).events).toEqual([
    {
      type: 'permission.requested',
      sessionId: 'thread',
      requestId: '7',
      title: 'touch',
      description: 'Allow files to run touch?',
      subject: {
        type: 'tool-call',
        toolCall: {
          toolCallId: '7',
          kind: 'execute',
          title: 'touch',
          input: { path: 'a' },
          meta: { serverName: 'files' },
        },
      },
      options: [
        { optionId: 'accept', name: 'Allow', kind: 'allow-once' },
        { optionId: 'decline', name: 'Deny', kind: 'reject-once' },
      ],
    },
  ])
  expect(dialog.answer('7', { type: 'selected', optionId: 'decline' })).toEqual([
    { id: 7, result: { action: 'decline', content: null, _meta: null } },
  ])
  dialog.read(request)
  expect(dialog.answer('7', { type: 'selected', optionId: 'accept' })).toEqual([
    { id: 7, result: { action: 'accept', content: {}, _meta: null } },
  ])
})
