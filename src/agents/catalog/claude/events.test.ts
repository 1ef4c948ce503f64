import { describe, expect, test } from 'vitest'
import { readOutput, type Reading, comparableEvents } from '../../../../test/support/read-output.ts'
import { createClaudeReader } from './events.ts'

/** The events of a recorded run. */
function read(name: string, reading?: Reading) {
  const file = new URL(`fixtures/output/${name}.ndjson`, import.meta.url)
  const { events, end } = readOutput(createClaudeReader, file, reading)
  return { events: comparableEvents(events), end }
}

describe('the text of Claude Code', () => {
  test('emits streamed text once', () => {
    expect(read('text')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'text.delta',
          text: 'Hello from the fake provider. All done.',
          messageId: 'msg_dc58b8e87262e972077e2fe8',
        },
        {
          type: 'usage.updated',
          context: { used: 161, size: 1000000 },
          tokens: { input: 101, output: 42, cacheRead: 7, cacheWrite: 11, thinking: 0, total: 161 },
          cost: { amount: 0.0013003999999999997, currency: 'USD' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '8c2074f4-1045-49c0-a35f-2a7e8221024f',
        tokens: { input: 101, output: 42, cacheRead: 7, cacheWrite: 11, thinking: 0, total: 161 },
        cost: { amount: 0.0013003999999999997, currency: 'USD' },
      },
    })
  })

  test('a thought before the text', () => {
    expect(read('think')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'msg_88d3d080ba7d6b37554fa46e',
        },
        {
          type: 'text.delta',
          text: 'Hello from the fake provider. All done.',
          messageId: 'msg_88d3d080ba7d6b37554fa46e',
        },
        {
          type: 'usage.updated',
          context: { used: 161, size: 1000000 },
          tokens: { input: 101, output: 42, cacheRead: 7, cacheWrite: 11, thinking: 0, total: 161 },
          cost: { amount: 0.0013003999999999997, currency: 'USD' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: 'e4dba54c-ebc0-4c8e-9583-b0d69ef0c51b',
        tokens: { input: 101, output: 42, cacheRead: 7, cacheWrite: 11, thinking: 0, total: 161 },
        cost: { amount: 0.0013003999999999997, currency: 'USD' },
      },
    })
  })

  test('emits whole messages if deltas were not requested', () => {
    expect(read('without-pieces')).toEqual({
      events: [
        { type: 'session.started' },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'msg_b4252fbed88fc6840087e71a',
        },
        { type: 'text.delta', text: 'I will use a tool.', messageId: 'msg_b4252fbed88fc6840087e71a' },
        {
          type: 'tool.called',
          toolCallId: 'toolu_1968b89134cf10579724f525',
          tool: 'Write',
          title: 'Write new-1794768161728.txt',
          kind: 'edit',
          locations: [{ path: '/workspace/repo/new-1794768161728.txt' }],
          content: [
            {
              type: 'diff',
              changes: [
                {
                  operation: 'add',
                  path: '/workspace/repo/new-1794768161728.txt',
                  newText: 'written by the fake provider\n',
                },
              ],
            },
          ],
          status: 'pending',
          input: {
            file_path: '/workspace/repo/new-1794768161728.txt',
            content: 'written by the fake provider\n',
          },
        },
        {
          type: 'raw',
          source: 'claude-stream-json',
          payload: {
            type: 'control_request',
            request_id: '7e42b314-bcad-4fdf-b1be-31c4927f1abb',
            request: {
              subtype: 'can_use_tool',
              tool_name: 'Write',
              display_name: 'Write',
              input: {
                file_path: '/workspace/repo/new-1794768161728.txt',
                content: 'written by the fake provider\n',
              },
              description: 'new-1794768161728.txt',
              permission_suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
              server_policy_ask_only: true,
              tool_use_id: 'toolu_1968b89134cf10579724f525',
            },
          },
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_1968b89134cf10579724f525',
          status: 'completed',
          output:
            'File created successfully at: /workspace/repo/new-1794768161728.txt (file state is current in your context — no need to Read it back)',
        },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'msg_9d984033bef3c7120ca7dce2',
        },
        {
          type: 'text.delta',
          text: 'Hello from the fake provider. All done.',
          messageId: 'msg_9d984033bef3c7120ca7dce2',
        },
        {
          type: 'usage.updated',
          context: { used: 120, size: 1000000 },
          tokens: { input: 202, output: 84, cacheRead: 14, cacheWrite: 22, thinking: 0, total: 322 },
          cost: { amount: 0.0026007999999999995, currency: 'USD' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '28c0f8f3-8d4d-4c3a-ba77-e447e0bffbc0',
        tokens: { input: 202, output: 84, cacheRead: 14, cacheWrite: 22, thinking: 0, total: 322 },
        cost: { amount: 0.0026007999999999995, currency: 'USD' },
      },
    })
  })

  test('counts only the run in a resumed session', () => {
    expect(read('resume', { context: { isResumed: true } })).toEqual({
      events: [
        { type: 'session.resumed' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'text.delta',
          text: 'Hello from the fake provider. All done.',
          messageId: 'msg_c88c0bc65a98fe0b550a5e67',
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
        sessionId: '11111111-2222-4333-8444-555555555555',
        tokens: { input: 101, output: 42, cacheRead: 7, cacheWrite: 11, thinking: 0, total: 161 },
        cost: { amount: 0.0013003999999999997, currency: 'USD' },
      },
    })
  })

  test('emits the new id of a fork', () => {
    expect(read('fork', { context: { isResumed: true } })).toEqual({
      events: [
        { type: 'session.resumed' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'text.delta',
          text: 'Hello from the fake provider. All done.',
          messageId: 'msg_6b0e53c9f1f7d035ccd44244',
        },
        {
          type: 'usage.updated',
          context: { used: 161, size: 1000000 },
          tokens: { input: 303, output: 126, cacheRead: 21, cacheWrite: 33, thinking: 0, total: 483 },
          cost: { amount: 0.003901199999999999, currency: 'USD' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '71c45a3c-9737-4c16-b194-f9d18f802624',
        tokens: { input: 101, output: 42, cacheRead: 7, cacheWrite: 11, thinking: 0, total: 161 },
        cost: { amount: 0.0013003999999999997, currency: 'USD' },
      },
    })
  })

  test('a structured result', () => {
    expect(read('jsonschema')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'tool.called',
          toolCallId: 'toolu_a0c15c8f334af1b5e4711c45',
          tool: 'StructuredOutput',
          title: 'StructuredOutput',
          kind: 'other',
          status: 'pending',
        },
        { type: 'tool.input', toolCallId: 'toolu_a0c15c8f334af1b5e4711c45', text: '{"name":"fake","n":1}' },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_a0c15c8f334af1b5e4711c45',
          title: 'StructuredOutput',
          input: { name: 'fake', n: 1 },
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_a0c15c8f334af1b5e4711c45',
          status: 'completed',
          output: 'Structured output provided successfully',
          content: [
            { type: 'content', content: { type: 'text', text: 'Structured output provided successfully' } },
          ],
        },
        {
          type: 'usage.updated',
          context: { used: 161, size: 1000000 },
          tokens: { input: 101, output: 42, cacheRead: 7, cacheWrite: 11, thinking: 0, total: 161 },
          cost: { amount: 0.0013003999999999997, currency: 'USD' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: 'abc9603e-2029-4b0e-9bd6-480f616b4a1c',
        tokens: { input: 101, output: 42, cacheRead: 7, cacheWrite: 11, thinking: 0, total: 161 },
        cost: { amount: 0.0013003999999999997, currency: 'USD' },
        output: { name: 'fake', n: 1 },
      },
    })
  })

  test('a subagent, and two results', () => {
    expect(read('subagent')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'tool.called',
          toolCallId: 'toolu_17',
          tool: 'Task',
          title: 'Task',
          kind: 'think',
          status: 'pending',
        },
        {
          type: 'tool.input',
          toolCallId: 'toolu_17',
          text: '{"description":"A small job","prompt":"SUBAGENT do it","subagent_type":"general-purpose"}',
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_17',
          title: 'A small job',
          input: { description: 'A small job', prompt: 'SUBAGENT do it', subagent_type: 'general-purpose' },
        },
        {
          type: 'subagent.updated',
          subagentId: 'toolu_17',
          title: 'A small job',
          state: { status: 'active' },
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_17',
          status: 'completed',
          output: [
            {
              type: 'text',
              text: "Async agent launched successfully. (This tool result is internal metadata — never quote or paste any part of it, including the agentId below, into a user-facing reply.)\nagentId: ae741c0d9f769a549 (internal ID - do not mention to user. Use SendMessage with to: 'ae741c0d9f769a549', summary: '<5-10 word recap>' to continue this agent.)\nThe agent is working in the background. You will be notified automatically when it completes. You know nothing about its results until that notification arrives — do not report, assume, or predict them; continue other work or respond to the user in the meantime.\nDo not duplicate this agent's work — avoid working with the same files or topics it is using.\noutput_file: /tmp/claude/-workspace-repo/7d3e83e6-8b25-447b-940a-f47588a71896/tasks/ae741c0d9f769a549.output\nDo NOT Read or tail this file via the shell tool — it is the full subagent JSONL transcript and reading it will overflow your context. If the user asks for progress, say the agent is still running; you'll get a completion notification.",
            },
          ],
          content: [
            {
              type: 'content',
              content: {
                type: 'text',
                text: "Async agent launched successfully. (This tool result is internal metadata — never quote or paste any part of it, including the agentId below, into a user-facing reply.)\nagentId: ae741c0d9f769a549 (internal ID - do not mention to user. Use SendMessage with to: 'ae741c0d9f769a549', summary: '<5-10 word recap>' to continue this agent.)\nThe agent is working in the background. You will be notified automatically when it completes. You know nothing about its results until that notification arrives — do not report, assume, or predict them; continue other work or respond to the user in the meantime.\nDo not duplicate this agent's work — avoid working with the same files or topics it is using.\noutput_file: /tmp/claude/-workspace-repo/7d3e83e6-8b25-447b-940a-f47588a71896/tasks/ae741c0d9f769a549.output\nDo NOT Read or tail this file via the shell tool — it is the full subagent JSONL transcript and reading it will overflow your context. If the user asks for progress, say the agent is still running; you'll get a completion notification.",
              },
            },
          ],
        },
        {
          subagentId: 'toolu_17',
          type: 'tool.called',
          toolCallId: 'toolu_18',
          tool: 'Bash',
          title: 'echo sub',
          kind: 'execute',
          status: 'pending',
          input: { command: 'echo sub', description: 'Say sub' },
        },
        { type: 'text.delta', text: 'All done.', messageId: 'msg_19' },
        {
          subagentId: 'toolu_17',
          type: 'tool.updated',
          toolCallId: 'toolu_18',
          status: 'completed',
          output: 'sub',
          content: [{ type: 'content', content: { type: 'text', text: 'sub' } }],
        },
        { subagentId: 'toolu_17', type: 'text.delta', text: 'Sub done.', messageId: 'msg_20' },
        {
          type: 'subagent.updated',
          subagentId: 'toolu_17',
          state: { status: 'idle', stopReason: 'end-turn' },
        },
        { type: 'text.delta', text: 'All done.', messageId: 'msg_21' },
        {
          type: 'usage.updated',
          context: { used: 15, size: 1000000 },
          tokens: { input: 50, output: 25, cacheRead: 0, cacheWrite: 0, thinking: 0, total: 75 },
          cost: { amount: 0.0007000000000000001, currency: 'USD' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '7d3e83e6-8b25-447b-940a-f47588a71896',
        tokens: { input: 50, output: 25, cacheRead: 0, cacheWrite: 0, thinking: 0, total: 75 },
        cost: { amount: 0.0007000000000000001, currency: 'USD' },
      },
    })
  })

  test('keeps the ids and metadata of a line', () => {
    const reader = createClaudeReader({ cwd: '/workspace', isResumed: false })
    const session = { session_id: 's1', uuid: 'u1' }
    const init = { type: 'system', subtype: 'init', model: 'claude-opus-5-5', ...session }
    const retry = {
      type: 'system',
      subtype: 'api_retry',
      attempt: 1,
      max_retries: 9,
      error_status: 529,
      ...session,
    }
    const answer = {
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'hi' }] },
      tool_use_result: { stdout: 'hi' },
      parent_tool_use_id: 'task1',
      timestamp: '2026-11-15T18:29:40.681Z',
      ...session,
    }
    expect([init, init, retry, answer].flatMap((line) => reader.read(line))).toEqual([
      { type: 'session.started', sessionId: 's1', meta: { model: 'claude-opus-5-5' } },
      {
        sessionId: 's1',
        type: 'notice',
        severity: 'warning',
        title: 'claude retries: attempt 1 of 9',
        description: 'the provider answered HTTP 529',
        meta: { attempt: 1, max_retries: 9, error_status: 529 },
      },
      {
        sessionId: 's1',
        subagentId: 'task1',
        at: 1794767380681,
        type: 'tool.updated',
        toolCallId: 't1',
        status: 'completed',
        output: 'hi',
        content: [{ type: 'content', content: { type: 'text', text: 'hi' } }],
        meta: { claudeCode: { toolResponse: { stdout: 'hi' } } },
      },
    ])
  })

  test('passes on unknown lines and plain text', () => {
    const reader = createClaudeReader({ cwd: '/workspace', isResumed: false })
    const control = { type: 'control_request', request_id: 'r1', request: { subtype: 'can_use_tool' } }
    expect(reader.read(control)).toEqual([{ type: 'raw', source: 'claude-stream-json', payload: control }])
    expect(reader.readText?.('a word of warning')).toEqual([
      { type: 'log', level: 'info', message: 'a word of warning' },
    ])
    expect(reader.readText?.('  ')).toEqual([])
  })
})
