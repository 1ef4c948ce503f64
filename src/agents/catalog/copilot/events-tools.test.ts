import { describe, expect, test } from 'vitest'
import { readOutput, type Reading, comparableEvents } from '../../../../test/support/read-output.ts'
import { createCopilotReader } from './events.ts'

/** The events of a recorded run. */
function read(name: string, reading?: Reading) {
  const file = new URL(`fixtures/output/${name}.ndjson`, import.meta.url)
  const { events, end } = readOutput(createCopilotReader, file, reading)
  return { events: comparableEvents(events), end }
}

describe('the tool calls of Copilot', () => {
  test('a command', () => {
    expect(read('tool-default')).toEqual({
      events: [
        {
          type: 'text.delta',
          text: 'SCN=tool hello',
          role: 'user',
          messageId: '50cb5374-03ef-4fb7-9dd6-c40ddc87bd74',
        },
        { type: 'status.changed', status: 'active' },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'a0a9a6a8-7f99-4f00-b0ef-2859b1cd379b',
        },
        { type: 'text.delta', text: 'I will use a tool.', messageId: 'ef88abe5-78eb-4ba7-a107-3086fcbb84ea' },
        {
          type: 'tool.called',
          toolCallId: 'call_386828a2b326a8611f36123a',
          tool: 'bash',
          title: 'bash',
          kind: 'execute',
          status: 'pending',
        },
        {
          type: 'tool.input',
          toolCallId: 'call_386828a2b326a8611f36123a',
          text: '{"command":"echo hi","description":"Say hi"}',
        },
        {
          type: 'tool.updated',
          toolCallId: 'call_386828a2b326a8611f36123a',
          title: 'Say hi',
          input: { command: 'echo hi', description: 'Say hi' },
        },
        { type: 'tool.updated', toolCallId: 'call_386828a2b326a8611f36123a', status: 'in-progress' },
        {
          type: 'tool.output',
          toolCallId: 'call_386828a2b326a8611f36123a',
          content: { type: 'content', content: { type: 'text', text: 'hi\n' } },
        },
        {
          type: 'tool.updated',
          toolCallId: 'call_386828a2b326a8611f36123a',
          status: 'completed',
          output: {
            content: 'hi\n<shellId: 0 completed with exit code 0>',
            detailedContent: 'hi\n<shellId: 0 completed with exit code 0>',
          },
          content: [
            {
              type: 'content',
              content: { type: 'text', text: 'hi\n<shellId: 0 completed with exit code 0>' },
            },
          ],
        },
        { type: 'usage.updated', context: { used: 11164, size: 922000 } },
        { type: 'status.changed', status: 'active' },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: '990fc60c-6f63-453c-892f-60237fbdd361',
        },
        {
          type: 'text.delta',
          text: 'Hello from the fake provider. All done.',
          messageId: '2f25465c-5378-41c2-8d12-3c5031ed547d',
        },
        { type: 'status.changed', status: 'idle' },
        { type: 'usage.updated' },
      ],
      end: { stopReason: 'end-turn', sessionId: '5b78acda-ec85-486b-9147-91f9bb7d498b' },
    })
  })

  test('a command that was allowed by a flag', () => {
    expect(read('tool-allow')).toEqual({
      events: [
        {
          type: 'text.delta',
          text: 'SCN=tool hello',
          role: 'user',
          messageId: 'fab321a1-f5ef-48d0-907a-3b2256d429f5',
        },
        { type: 'status.changed', status: 'active' },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: '9cfdd145-7414-4c91-8485-b7750eb330ff',
        },
        { type: 'text.delta', text: 'I will use a tool.', messageId: 'cc04ebd2-d71a-4eec-ab55-cbac523f3653' },
        {
          type: 'tool.called',
          toolCallId: 'call_f426f98c41cc33439e0f2e15',
          tool: 'bash',
          title: 'bash',
          kind: 'execute',
          status: 'pending',
        },
        {
          type: 'tool.input',
          toolCallId: 'call_f426f98c41cc33439e0f2e15',
          text: '{"command":"echo hi","description":"Say hi"}',
        },
        {
          type: 'tool.updated',
          toolCallId: 'call_f426f98c41cc33439e0f2e15',
          title: 'Say hi',
          input: { command: 'echo hi', description: 'Say hi' },
        },
        { type: 'tool.updated', toolCallId: 'call_f426f98c41cc33439e0f2e15', status: 'in-progress' },
        {
          type: 'tool.output',
          toolCallId: 'call_f426f98c41cc33439e0f2e15',
          content: { type: 'content', content: { type: 'text', text: 'hi\n' } },
        },
        {
          type: 'tool.updated',
          toolCallId: 'call_f426f98c41cc33439e0f2e15',
          status: 'completed',
          output: {
            content: 'hi\n<shellId: 0 completed with exit code 0>',
            detailedContent: 'hi\n<shellId: 0 completed with exit code 0>',
          },
          content: [
            {
              type: 'content',
              content: { type: 'text', text: 'hi\n<shellId: 0 completed with exit code 0>' },
            },
          ],
        },
        { type: 'usage.updated', context: { used: 11163, size: 922000 } },
        { type: 'status.changed', status: 'active' },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: '6f5df5f9-21f6-4c06-84af-f853af1209e4',
        },
        {
          type: 'text.delta',
          text: 'Hello from the fake provider. All done.',
          messageId: '2df819fe-f71e-42b8-832a-186a62ddce90',
        },
        { type: 'status.changed', status: 'idle' },
        { type: 'usage.updated' },
      ],
      end: { stopReason: 'end-turn', sessionId: 'b58646ba-aa4b-41e1-a346-37b1dd5f5dc9' },
    })
  })

  test('a command that fails', () => {
    expect(read('failed-command')).toEqual({
      events: [
        {
          type: 'text.delta',
          text: 'SCN=fails go',
          role: 'user',
          messageId: '9b2820d1-54c9-4c5e-b11f-b7dc7c04a8f1',
        },
        { type: 'status.changed', status: 'active' },
        {
          type: 'tool.called',
          toolCallId: 'call_7',
          tool: 'bash',
          title: 'bash',
          kind: 'execute',
          status: 'pending',
        },
        { type: 'tool.input', toolCallId: 'call_7', text: '{"command":"exit 3","description":"Fail"}' },
        {
          type: 'tool.updated',
          toolCallId: 'call_7',
          title: 'Fail',
          input: { command: 'exit 3', description: 'Fail' },
        },
        { type: 'tool.updated', toolCallId: 'call_7', status: 'in-progress' },
        {
          type: 'tool.updated',
          toolCallId: 'call_7',
          status: 'completed',
          output: {
            content: '\n<shellId: 0 completed with exit code 3>',
            detailedContent: '\n<shellId: 0 completed with exit code 3>',
          },
          content: [
            { type: 'content', content: { type: 'text', text: '\n<shellId: 0 completed with exit code 3>' } },
          ],
        },
        { type: 'usage.updated', context: { used: 11159, size: 922000 } },
        { type: 'status.changed', status: 'active' },
        { type: 'text.delta', text: 'All done.', messageId: '4097ba6e-a259-445c-a467-9aacf72d6320' },
        { type: 'status.changed', status: 'idle' },
        { type: 'usage.updated' },
      ],
      end: { stopReason: 'end-turn', sessionId: '23a0224e-8871-4d23-8dba-0cb17f96bde8' },
    })
  })

  test('a command that is not allowed', () => {
    expect(read('denied')).toEqual({
      events: [
        {
          type: 'text.delta',
          text: 'SCN=denied go',
          role: 'user',
          messageId: '0357381f-052d-4de7-b8fd-9ef45ab0f666',
        },
        { type: 'status.changed', status: 'active' },
        {
          type: 'tool.called',
          toolCallId: 'call_1',
          tool: 'bash',
          title: 'bash',
          kind: 'execute',
          status: 'pending',
        },
        {
          type: 'tool.input',
          toolCallId: 'call_1',
          text: '{"command":"touch nope.txt && rm -f zzz","description":"Touch"}',
        },
        {
          type: 'tool.updated',
          toolCallId: 'call_1',
          title: 'Touch',
          input: { command: 'touch nope.txt && rm -f zzz', description: 'Touch' },
        },
        { type: 'tool.updated', toolCallId: 'call_1', status: 'in-progress' },
        {
          type: 'tool.updated',
          toolCallId: 'call_1',
          status: 'failed',
          output: {
            message:
              'Permission denied because no interactive user response was available. Retry in an interactive session so the user can approve it, or try an alternative that does not require this permission.',
            code: 'denied',
          },
          error: {
            message:
              'Permission denied because no interactive user response was available. Retry in an interactive session so the user can approve it, or try an alternative that does not require this permission.',
            code: 'PERMISSION_DENIED',
          },
        },
        { type: 'usage.updated', context: { used: 11158, size: 922000 } },
        {
          type: 'notice',
          severity: 'warning',
          title: 'bash was not allowed',
          description:
            'Permission denied because no interactive user response was available. Retry in an interactive session so the user can approve it, or try an alternative that does not require this permission.',
        },
        { type: 'status.changed', status: 'active' },
        { type: 'text.delta', text: 'All done.', messageId: 'c1f9d030-8d81-4ee2-b190-41f51a03df1d' },
        { type: 'status.changed', status: 'idle' },
        { type: 'usage.updated' },
      ],
      end: { stopReason: 'end-turn', sessionId: '2c818adc-e009-4e7a-b4cf-6a2388599d2c' },
    })
  })

  test('a tool of an MCP server', () => {
    expect(read('mcp')).toEqual({
      events: [
        {
          type: 'text.delta',
          text: 'SCN=mcp x',
          role: 'user',
          messageId: '0849bb6e-1fd7-450a-9ea7-d3bb7192659b',
        },
        { type: 'status.changed', status: 'active' },
        { type: 'text.delta', text: 'I will use a tool.', messageId: 'af09324d-f17f-48a1-9512-cb965f49834f' },
        {
          type: 'tool.called',
          toolCallId: 'call_2eb700b9fa0e5e27b614b711',
          tool: 'stub-ping_tool',
          title: 'stub-ping_tool',
          kind: 'other',
          status: 'pending',
        },
        { type: 'tool.input', toolCallId: 'call_2eb700b9fa0e5e27b614b711', text: '{"msg":"hey"}' },
        {
          type: 'tool.updated',
          toolCallId: 'call_2eb700b9fa0e5e27b614b711',
          title: 'ping_tool',
          input: { msg: 'hey' },
        },
        { type: 'tool.updated', toolCallId: 'call_2eb700b9fa0e5e27b614b711', status: 'in-progress' },
        {
          type: 'tool.updated',
          toolCallId: 'call_2eb700b9fa0e5e27b614b711',
          status: 'completed',
          output: {
            content: 'pong {"msg":"hey"}',
            detailedContent: 'pong {"msg":"hey"}',
            contents: [{ type: 'text', text: 'pong {"msg":"hey"}' }],
          },
          content: [{ type: 'content', content: { type: 'text', text: 'pong {"msg":"hey"}' } }],
        },
        { type: 'usage.updated', context: { used: 11198, size: 922000 } },
        { type: 'status.changed', status: 'active' },
        {
          type: 'text.delta',
          text: 'Hello from the fake provider. All done.',
          messageId: '634b4695-5eef-4f7a-bccb-f119c07be6a4',
        },
        { type: 'status.changed', status: 'idle' },
        { type: 'usage.updated' },
      ],
      end: { stopReason: 'end-turn', sessionId: 'd4795bbb-2b8a-41e4-8517-3229dca4cffa' },
    })
  })

  test('a tool that does not exist', () => {
    expect(read('missing-tool')).toEqual({
      events: [
        {
          type: 'text.delta',
          text: 'SCN=badtool go',
          role: 'user',
          messageId: 'b93b015c-81eb-476c-9764-3040d37dbf55',
        },
        { type: 'status.changed', status: 'active' },
        {
          type: 'tool.called',
          toolCallId: 'call_9',
          tool: 'no_such_tool',
          title: 'no_such_tool',
          kind: 'other',
          status: 'pending',
        },
        { type: 'tool.input', toolCallId: 'call_9', text: '{}' },
        { type: 'tool.updated', toolCallId: 'call_9', input: {} },
        { type: 'tool.updated', toolCallId: 'call_9', status: 'in-progress' },
        {
          type: 'tool.updated',
          toolCallId: 'call_9',
          status: 'failed',
          output: { message: "Tool 'no_such_tool' does not exist.", code: 'failure' },
          error: { message: "Tool 'no_such_tool' does not exist.", code: 'failure' },
        },
        { type: 'usage.updated', context: { used: 11158, size: 922000 } },
        { type: 'status.changed', status: 'active' },
        { type: 'text.delta', text: 'All done.', messageId: '793d9f7d-f5ea-4e9b-82b6-abae8777863e' },
        { type: 'status.changed', status: 'idle' },
        { type: 'usage.updated' },
      ],
      end: { stopReason: 'end-turn', sessionId: 'c1dbfc40-01da-4c42-9f40-7032a8a93604' },
    })
  })

  test('a file that is read', () => {
    expect(read('view')).toEqual({
      events: [
        {
          type: 'text.delta',
          text: 'SCN=view go',
          role: 'user',
          messageId: 'fa81e396-3cd2-4986-a17c-83da3f0b7da5',
        },
        { type: 'status.changed', status: 'active' },
        {
          type: 'tool.called',
          toolCallId: 'call_3',
          tool: 'view',
          title: 'view',
          kind: 'read',
          status: 'pending',
        },
        { type: 'tool.input', toolCallId: 'call_3', text: '{"path":"/workspace/repo/hello.txt"}' },
        {
          type: 'tool.updated',
          toolCallId: 'call_3',
          title: 'view the file at /workspace/repo/hello.txt.',
          locations: [{ path: '/workspace/repo/hello.txt' }],
          input: { path: '/workspace/repo/hello.txt' },
        },
        { type: 'tool.updated', toolCallId: 'call_3', status: 'in-progress' },
        {
          type: 'tool.updated',
          toolCallId: 'call_3',
          status: 'completed',
          output: {
            content: 'hello\n',
            detailedContent:
              '\ndiff --git a/workspace/repo/hello.txt b/workspace/repo/hello.txt\nindex 0000000..0000000 100644\n--- a/workspace/repo/hello.txt\n+++ b/workspace/repo/hello.txt\n@@ -1,2 +1,2 @@\n hello\n \n',
          },
          content: [{ type: 'content', content: { type: 'text', text: 'hello\n' } }],
        },
        { type: 'usage.updated', context: { used: 11153, size: 922000 } },
        { type: 'status.changed', status: 'active' },
        { type: 'text.delta', text: 'All done.', messageId: 'e98bf1b8-0dc2-4bd5-91ec-894d6adaa237' },
        { type: 'status.changed', status: 'idle' },
        { type: 'usage.updated' },
      ],
      end: { stopReason: 'end-turn', sessionId: '8fe19560-5195-468c-aaba-0a275bf6ab98' },
    })
  })

  test('files that are changed', () => {
    expect(read('patch')).toEqual({
      events: [
        {
          type: 'text.delta',
          text: 'SCN=patch go',
          role: 'user',
          messageId: '33fcc7bf-2c43-4eec-b2fb-cf4cf3e41ae7',
        },
        { type: 'status.changed', status: 'active' },
        {
          type: 'tool.called',
          toolCallId: 'custom_call_1',
          tool: 'apply_patch',
          title: 'Applying patch',
          kind: 'edit',
          status: 'pending',
          input:
            '*** Begin Patch\n*** Add File: made.txt\n+made\n*** Update File: hello.txt\n@@\n-hello\n+bye\n*** End Patch\n',
        },
        { type: 'tool.updated', toolCallId: 'custom_call_1', status: 'in-progress' },
        {
          type: 'tool.updated',
          toolCallId: 'custom_call_1',
          status: 'completed',
          output: {
            content:
              'Added 1 file(s): /workspace/repo/made.txt\nModified 1 file(s): /workspace/repo/hello.txt',
            detailedContent:
              '\ndiff --git a/workspace/repo/made.txt b/workspace/repo/made.txt\ncreate file mode 100644\nindex 0000000..0000000\n--- a/dev/null\n+++ b/workspace/repo/made.txt\n@@ -1,0 +1,2 @@\n+made\n+\n\n\n\ndiff --git a/workspace/repo/hello.txt b/workspace/repo/hello.txt\nindex 0000000..0000000 100644\n--- a/workspace/repo/hello.txt\n+++ b/workspace/repo/hello.txt\n@@ -1,2 +1,2 @@\n-hello\n+bye\n \n',
          },
          content: [
            {
              type: 'diff',
              changes: [
                { operation: 'add', path: '/workspace/repo/made.txt' },
                { operation: 'modify', path: '/workspace/repo/hello.txt' },
              ],
              patch: {
                format: 'git-patch',
                text: '\ndiff --git a/workspace/repo/made.txt b/workspace/repo/made.txt\ncreate file mode 100644\nindex 0000000..0000000\n--- a/dev/null\n+++ b/workspace/repo/made.txt\n@@ -1,0 +1,2 @@\n+made\n+\n\n\n\ndiff --git a/workspace/repo/hello.txt b/workspace/repo/hello.txt\nindex 0000000..0000000 100644\n--- a/workspace/repo/hello.txt\n+++ b/workspace/repo/hello.txt\n@@ -1,2 +1,2 @@\n-hello\n+bye\n \n',
              },
            },
          ],
        },
        { type: 'usage.updated', context: { used: 11155, size: 922000 } },
        { type: 'status.changed', status: 'active' },
        { type: 'text.delta', text: 'All done.', messageId: '8ec410a6-7856-4129-b11b-4732759a1e47' },
        { type: 'status.changed', status: 'idle' },
        { type: 'usage.updated' },
      ],
      end: { stopReason: 'end-turn', sessionId: '87549334-e87b-4826-bb4c-14c8c0259745' },
    })
  })
})
