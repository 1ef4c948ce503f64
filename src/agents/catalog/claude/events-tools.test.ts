import { describe, expect, test } from 'vitest'
import { readOutput, type Reading, comparableEvents } from '../../../../test/support/read-output.ts'
import { createClaudeReader } from './events.ts'

/** The events of a recorded run. */
function read(name: string, reading?: Reading) {
  const file = new URL(`fixtures/output/${name}.ndjson`, import.meta.url)
  const { events, end } = readOutput(createClaudeReader, file, reading)
  return { events: comparableEvents(events), end }
}

describe('the tool calls of Claude Code', () => {
  test('a command', () => {
    expect(read('tool')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'msg_9b8084a23e7a08f5ec6e0f14',
        },
        { type: 'text.delta', text: 'I will use a tool.', messageId: 'msg_9b8084a23e7a08f5ec6e0f14' },
        {
          type: 'tool.called',
          toolCallId: 'toolu_b9fb976d8f6bba1c648d3be7',
          tool: 'Bash',
          title: 'Bash',
          kind: 'execute',
          status: 'pending',
        },
        {
          type: 'tool.input',
          toolCallId: 'toolu_b9fb976d8f6bba1c648d3be7',
          text: '{"command":"echo hi","description":"Say hi"}',
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_b9fb976d8f6bba1c648d3be7',
          title: 'echo hi',
          input: { command: 'echo hi', description: 'Say hi' },
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_b9fb976d8f6bba1c648d3be7',
          status: 'completed',
          output: 'hi',
          content: [{ type: 'content', content: { type: 'text', text: 'hi' } }],
        },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'msg_1fd59353cc07578946cc6c91',
        },
        {
          type: 'text.delta',
          text: 'Hello from the fake provider. All done.',
          messageId: 'msg_1fd59353cc07578946cc6c91',
        },
        {
          type: 'usage.updated',
          context: { used: 161, size: 1000000 },
          tokens: { input: 202, output: 84, cacheRead: 14, cacheWrite: 22, thinking: 0, total: 322 },
          cost: { amount: 0.0026007999999999995, currency: 'USD' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '6019192f-988a-45f4-b332-197d40a5c881',
        tokens: { input: 202, output: 84, cacheRead: 14, cacheWrite: 22, thinking: 0, total: 322 },
        cost: { amount: 0.0026007999999999995, currency: 'USD' },
      },
    })
  })

  test('a command that was allowed by a flag', () => {
    expect(read('tool-allowed')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'msg_772cf3af30bd3c9929d034dc',
        },
        { type: 'text.delta', text: 'I will use a tool.', messageId: 'msg_772cf3af30bd3c9929d034dc' },
        {
          type: 'tool.called',
          toolCallId: 'toolu_9267e42f4cc0f8721da85271',
          tool: 'Bash',
          title: 'Bash',
          kind: 'execute',
          status: 'pending',
        },
        {
          type: 'tool.input',
          toolCallId: 'toolu_9267e42f4cc0f8721da85271',
          text: '{"command":"echo hi","description":"Say hi"}',
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_9267e42f4cc0f8721da85271',
          title: 'echo hi',
          input: { command: 'echo hi', description: 'Say hi' },
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_9267e42f4cc0f8721da85271',
          status: 'completed',
          output: 'hi',
          content: [{ type: 'content', content: { type: 'text', text: 'hi' } }],
        },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'msg_f8e93ebd996d1a467bf3ff21',
        },
        {
          type: 'text.delta',
          text: 'Hello from the fake provider. All done.',
          messageId: 'msg_f8e93ebd996d1a467bf3ff21',
        },
        {
          type: 'usage.updated',
          context: { used: 161, size: 1000000 },
          tokens: { input: 202, output: 84, cacheRead: 14, cacheWrite: 22, thinking: 0, total: 322 },
          cost: { amount: 0.0026007999999999995, currency: 'USD' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: 'a3919ec1-023e-46d0-953d-30d8c5330fa7',
        tokens: { input: 202, output: 84, cacheRead: 14, cacheWrite: 22, thinking: 0, total: 322 },
        cost: { amount: 0.0026007999999999995, currency: 'USD' },
      },
    })
  })

  test('a command that fails', () => {
    expect(read('failed-command')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'tool.called',
          toolCallId: 'toolu_11',
          tool: 'Bash',
          title: 'Bash',
          kind: 'execute',
          status: 'pending',
        },
        { type: 'tool.input', toolCallId: 'toolu_11', text: '{"command":"exit 3","description":"Fail"}' },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_11',
          title: 'exit 3',
          input: { command: 'exit 3', description: 'Fail' },
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_11',
          status: 'failed',
          output: 'Exit code 3',
          content: [{ type: 'content', content: { type: 'text', text: 'Exit code 3' } }],
          error: { message: 'Exit code 3' },
        },
        { type: 'text.delta', text: 'All done.', messageId: 'msg_12' },
        {
          type: 'usage.updated',
          context: { used: 15, size: 1000000 },
          tokens: { input: 20, output: 10, cacheRead: 0, cacheWrite: 0, thinking: 0, total: 30 },
          cost: { amount: 0.00028000000000000003, currency: 'USD' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '6eeaa4e2-be77-40e0-ab9f-e66b7acaefb6',
        tokens: { input: 20, output: 10, cacheRead: 0, cacheWrite: 0, thinking: 0, total: 30 },
        cost: { amount: 0.00028000000000000003, currency: 'USD' },
      },
    })
  })

  test('a file that is read', () => {
    expect(read('read')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'msg_4da6e3065482237ddbeb1e68',
        },
        { type: 'text.delta', text: 'I will use a tool.', messageId: 'msg_4da6e3065482237ddbeb1e68' },
        {
          type: 'tool.called',
          toolCallId: 'toolu_762c8ce84603188e68ae8828',
          tool: 'Read',
          title: 'Read',
          kind: 'read',
          status: 'pending',
        },
        {
          type: 'tool.input',
          toolCallId: 'toolu_762c8ce84603188e68ae8828',
          text: '{"file_path":"/workspace/repo/hello.txt"}',
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_762c8ce84603188e68ae8828',
          title: 'Read hello.txt',
          locations: [{ path: '/workspace/repo/hello.txt' }],
          input: { file_path: '/workspace/repo/hello.txt' },
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_762c8ce84603188e68ae8828',
          status: 'completed',
          output: '1\thello world\n2\t',
          content: [{ type: 'content', content: { type: 'text', text: '1\thello world\n2\t' } }],
        },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'msg_6ac3278bd33470718250e9a5',
        },
        {
          type: 'text.delta',
          text: 'Hello from the fake provider. All done.',
          messageId: 'msg_6ac3278bd33470718250e9a5',
        },
        {
          type: 'usage.updated',
          context: { used: 161, size: 1000000 },
          tokens: { input: 202, output: 84, cacheRead: 14, cacheWrite: 22, thinking: 0, total: 322 },
          cost: { amount: 0.0026007999999999995, currency: 'USD' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: 'b2afc9d4-d6dc-46c2-852b-e8628d736c29',
        tokens: { input: 202, output: 84, cacheRead: 14, cacheWrite: 22, thinking: 0, total: 322 },
        cost: { amount: 0.0026007999999999995, currency: 'USD' },
      },
    })
  })

  test('a file that is written', () => {
    expect(read('write-accept-edits')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'msg_fc0eb7d38352a25c84fbcbea',
        },
        { type: 'text.delta', text: 'I will use a tool.', messageId: 'msg_fc0eb7d38352a25c84fbcbea' },
        {
          type: 'tool.called',
          toolCallId: 'toolu_076e85aae9750199cfa924d2',
          tool: 'Write',
          title: 'Write',
          kind: 'edit',
          status: 'pending',
        },
        {
          type: 'tool.input',
          toolCallId: 'toolu_076e85aae9750199cfa924d2',
          text: '{"file_path":"/workspace/repo/new-1794767394350.txt","content":"written by the fake provider\\n"}',
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_076e85aae9750199cfa924d2',
          title: 'Write new-1794767394350.txt',
          locations: [{ path: '/workspace/repo/new-1794767394350.txt' }],
          content: [
            {
              type: 'diff',
              changes: [
                {
                  operation: 'add',
                  path: '/workspace/repo/new-1794767394350.txt',
                  newText: 'written by the fake provider\n',
                },
              ],
            },
          ],
          input: {
            file_path: '/workspace/repo/new-1794767394350.txt',
            content: 'written by the fake provider\n',
          },
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_076e85aae9750199cfa924d2',
          status: 'completed',
          output:
            'File created successfully at: /workspace/repo/new-1794767394350.txt (file state is current in your context — no need to Read it back)',
        },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'msg_aa03c05530ed34a09d506713',
        },
        {
          type: 'text.delta',
          text: 'Hello from the fake provider. All done.',
          messageId: 'msg_aa03c05530ed34a09d506713',
        },
        {
          type: 'usage.updated',
          context: { used: 161, size: 1000000 },
          tokens: { input: 202, output: 84, cacheRead: 14, cacheWrite: 22, thinking: 0, total: 322 },
          cost: { amount: 0.0026007999999999995, currency: 'USD' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '6462d0c6-31c4-4660-9c20-88d37785bc1f',
        tokens: { input: 202, output: 84, cacheRead: 14, cacheWrite: 22, thinking: 0, total: 322 },
        cost: { amount: 0.0026007999999999995, currency: 'USD' },
      },
    })
  })

  test('a file that is edited, and one that is replaced', () => {
    expect(read('edit')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'tool.called',
          toolCallId: 'toolu_13',
          tool: 'Read',
          title: 'Read',
          kind: 'read',
          status: 'pending',
        },
        { type: 'tool.input', toolCallId: 'toolu_13', text: '{"file_path":"/workspace/repo/hello.txt"}' },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_13',
          title: 'Read hello.txt',
          locations: [{ path: '/workspace/repo/hello.txt' }],
          input: { file_path: '/workspace/repo/hello.txt' },
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_13',
          status: 'completed',
          output: '1\thello\n2\t',
          content: [{ type: 'content', content: { type: 'text', text: '1\thello\n2\t' } }],
        },
        {
          type: 'tool.called',
          toolCallId: 'toolu_14',
          tool: 'Edit',
          title: 'Edit',
          kind: 'edit',
          status: 'pending',
        },
        {
          type: 'tool.input',
          toolCallId: 'toolu_14',
          text: '{"file_path":"/workspace/repo/hello.txt","old_string":"hello","new_string":"bye"}',
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_14',
          title: 'Edit hello.txt',
          locations: [{ path: '/workspace/repo/hello.txt' }],
          content: [
            {
              type: 'diff',
              changes: [
                { operation: 'modify', path: '/workspace/repo/hello.txt', oldText: 'hello', newText: 'bye' },
              ],
            },
          ],
          input: {
            replace_all: false,
            file_path: '/workspace/repo/hello.txt',
            old_string: 'hello',
            new_string: 'bye',
          },
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_14',
          status: 'completed',
          output:
            'The file /workspace/repo/hello.txt has been updated successfully. (file state is current in your context — no need to Read it back)',
        },
        {
          type: 'tool.called',
          toolCallId: 'toolu_15',
          tool: 'Write',
          title: 'Write',
          kind: 'edit',
          status: 'pending',
        },
        {
          type: 'tool.input',
          toolCallId: 'toolu_15',
          text: '{"file_path":"/workspace/repo/hello.txt","content":"whole\\n"}',
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_15',
          title: 'Write hello.txt',
          locations: [{ path: '/workspace/repo/hello.txt' }],
          content: [
            {
              type: 'diff',
              changes: [{ operation: 'add', path: '/workspace/repo/hello.txt', newText: 'whole\n' }],
            },
          ],
          input: { file_path: '/workspace/repo/hello.txt', content: 'whole\n' },
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_15',
          status: 'completed',
          output:
            'The file /workspace/repo/hello.txt has been updated successfully. (file state is current in your context — no need to Read it back)',
          content: [
            {
              type: 'diff',
              changes: [
                {
                  operation: 'modify',
                  path: '/workspace/repo/hello.txt',
                  oldText: 'bye\n',
                  newText: 'whole\n',
                },
              ],
            },
          ],
        },
        { type: 'text.delta', text: 'All done.', messageId: 'msg_16' },
        {
          type: 'usage.updated',
          context: { used: 15, size: 1000000 },
          tokens: { input: 40, output: 20, cacheRead: 0, cacheWrite: 0, thinking: 0, total: 60 },
          cost: { amount: 0.0005600000000000001, currency: 'USD' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: 'e578c665-dabf-49e7-9476-01bff66d2e70',
        tokens: { input: 40, output: 20, cacheRead: 0, cacheWrite: 0, thinking: 0, total: 60 },
        cost: { amount: 0.0005600000000000001, currency: 'USD' },
      },
    })
  })

  test('a denied file write', () => {
    expect(read('write-denied')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'msg_38a4c5029da37482b9a841c9',
        },
        { type: 'text.delta', text: 'I will use a tool.', messageId: 'msg_38a4c5029da37482b9a841c9' },
        {
          type: 'tool.called',
          toolCallId: 'toolu_8b25e075ab428e3664102979',
          tool: 'Write',
          title: 'Write',
          kind: 'edit',
          status: 'pending',
        },
        {
          type: 'tool.input',
          toolCallId: 'toolu_8b25e075ab428e3664102979',
          text: '{"file_path":"/workspace/repo/new-1794767391466.txt","content":"written by the fake provider\\n"}',
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_8b25e075ab428e3664102979',
          title: 'Write new-1794767391466.txt',
          locations: [{ path: '/workspace/repo/new-1794767391466.txt' }],
          content: [
            {
              type: 'diff',
              changes: [
                {
                  operation: 'add',
                  path: '/workspace/repo/new-1794767391466.txt',
                  newText: 'written by the fake provider\n',
                },
              ],
            },
          ],
          input: {
            file_path: '/workspace/repo/new-1794767391466.txt',
            content: 'written by the fake provider\n',
          },
        },
        {
          type: 'notice',
          severity: 'warning',
          title: 'Write was not allowed',
          description:
            "Claude requested permissions to write to /workspace/repo/new-1794767391466.txt, but you haven't granted it yet.",
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_8b25e075ab428e3664102979',
          status: 'failed',
          output:
            "Claude requested permissions to write to /workspace/repo/new-1794767391466.txt, but you haven't granted it yet.",
          error: {
            message:
              "Claude requested permissions to write to /workspace/repo/new-1794767391466.txt, but you haven't granted it yet.",
            code: 'PERMISSION_DENIED',
          },
        },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'msg_ee0708e83c0c0870b1693c0f',
        },
        {
          type: 'text.delta',
          text: 'Hello from the fake provider. All done.',
          messageId: 'msg_ee0708e83c0c0870b1693c0f',
        },
        {
          type: 'usage.updated',
          context: { used: 161, size: 1000000 },
          tokens: { input: 202, output: 84, cacheRead: 14, cacheWrite: 22, thinking: 0, total: 322 },
          cost: { amount: 0.0026007999999999995, currency: 'USD' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '72a5ef35-9e6d-4f77-adf5-5268fc39e9d6',
        tokens: { input: 202, output: 84, cacheRead: 14, cacheWrite: 22, thinking: 0, total: 322 },
        cost: { amount: 0.0026007999999999995, currency: 'USD' },
      },
    })
  })
})
