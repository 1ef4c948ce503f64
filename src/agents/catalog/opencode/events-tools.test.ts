import { describe, expect, test } from 'vitest'
import { digest } from '../../../../test/support/output-digest.ts'
import { readOutput } from '../../../../test/support/read-output.ts'
import { createOpencodeReader } from './events.ts'

/** The events of a recorded run. */
function read(name: string) {
  const file = new URL(`fixtures/output/${name}`, import.meta.url)
  const { events, end } = readOutput(createOpencodeReader, file, { context: { cwd: '/workspace' } })
  return { ...digest(events), end }
}

describe('the tool calls of OpenCode', () => {
  test('files.ndjson', () => {
    expect(read('files.ndjson')).toEqual({
      said: 'I will call a tool. I will call a tool. I will call a tool. I will call a tool. Tool finished. The final answer is 42.',
      thought: '',
      calls: {
        call_2_0: {
          tool: 'read',
          title: 'workspace/notes.txt',
          kind: 'read',
          locations: [{ path: '/workspace/notes.txt' }],
          input: { filePath: '/workspace/notes.txt' },
          at: 1794786868010,
          status: 'completed',
          output: {
            output:
              '<path>/workspace/notes.txt</path>\n' +
              '<type>file</type>\n' +
              '<content>\n' +
              '1: one\n' +
              '2: two\n' +
              '3: three\n' +
              '\n' +
              '(End of file - total 3 lines)\n' +
              '</content>',
            metadata: {
              preview: 'one\ntwo\nthree',
              truncated: false,
              loaded: [],
              display: {
                type: 'file',
                path: '/workspace/notes.txt',
                text: 'one\ntwo\nthree',
                lineStart: 1,
                lineEnd: 3,
                totalLines: 3,
                truncated: false,
              },
            },
          },
          content: [
            {
              type: 'content',
              content: {
                type: 'text',
                text:
                  '<path>/workspace/notes.txt</path>\n' +
                  '<type>file</type>\n' +
                  '<content>\n' +
                  '1: one\n' +
                  '2: two\n' +
                  '3: three\n' +
                  '\n' +
                  '(End of file - total 3 lines)\n' +
                  '</content>',
              },
            },
          ],
          durationMs: 79,
        },
        call_3_0: {
          tool: 'edit',
          title: 'workspace/notes.txt',
          kind: 'edit',
          locations: [{ path: '/workspace/notes.txt' }],
          content: [
            {
              type: 'diff',
              changes: [{ operation: 'modify', path: '/workspace/notes.txt', oldText: 'two', newText: '2' }],
            },
          ],
          input: { filePath: '/workspace/notes.txt', oldString: 'two', newString: '2' },
          at: 1794786868230,
          status: 'completed',
          output: {
            output: 'Edit applied successfully.',
            metadata: {
              diagnostics: {},
              diff:
                'Index: /workspace/notes.txt\n' +
                '===================================================================\n' +
                '--- /workspace/notes.txt\n' +
                '+++ /workspace/notes.txt\n' +
                '@@ -1,3 +1,3 @@\n' +
                ' one\n' +
                '-two\n' +
                '+2\n' +
                ' three\n',
              filediff: {
                file: '/workspace/notes.txt',
                patch:
                  'Index: /workspace/notes.txt\n' +
                  '===================================================================\n' +
                  '--- /workspace/notes.txt\n' +
                  '+++ /workspace/notes.txt\n' +
                  '@@ -1,3 +1,3 @@\n' +
                  ' one\n' +
                  '-two\n' +
                  '+2\n' +
                  ' three\n',
                additions: 1,
                deletions: 1,
              },
              truncated: false,
            },
          },
          durationMs: 56,
        },
        call_4_0: {
          tool: 'write',
          title: 'workspace/new.txt',
          kind: 'edit',
          locations: [{ path: '/workspace/new.txt' }],
          content: [
            {
              type: 'diff',
              changes: [{ operation: 'add', path: '/workspace/new.txt', newText: 'hi\n' }],
            },
          ],
          input: { filePath: '/workspace/new.txt', content: 'hi\n' },
          at: 1794786868379,
          status: 'completed',
          output: {
            output: 'Wrote file successfully.',
            metadata: { diagnostics: {}, filepath: '/workspace/new.txt', exists: false, truncated: false },
          },
          durationMs: 33,
        },
        call_5_0: {
          tool: 'bash',
          title: 'exit 3',
          kind: 'execute',
          input: { command: 'exit 3' },
          at: 1794786868729,
          status: 'completed',
          output: { output: '(no output)', metadata: { output: '(no output)', exit: 3, truncated: false } },
          content: [{ type: 'content', content: { type: 'text', text: '(no output)' } }],
          durationMs: 189,
        },
      },
      usage: [
        {
          total: 1290,
          input: 234,
          output: 56,
          thinking: 20,
          cacheRead: 1000,
          cacheWrite: 0,
          cost: 0.000446,
        },
        {
          total: 2580,
          input: 468,
          output: 112,
          thinking: 40,
          cacheRead: 2000,
          cacheWrite: 0,
          cost: 0.000892,
        },
        {
          total: 3870,
          input: 702,
          output: 168,
          thinking: 60,
          cacheRead: 3000,
          cacheWrite: 0,
          cost: 0.001338,
        },
        {
          total: 5160,
          input: 936,
          output: 224,
          thinking: 80,
          cacheRead: 4000,
          cacheWrite: 0,
          cost: 0.001784,
        },
        {
          total: 6450,
          input: 1170,
          output: 280,
          thinking: 100,
          cacheRead: 5000,
          cacheWrite: 0,
          cost: 0.00223,
        },
      ],
      others: [{ type: 'session.started', sessionId: 'ses_e1e5dcfa7ffe5Nupv46wPbvUJT', at: 1794786867945 }],
      end: {
        stopReason: 'end-turn',
        sessionId: 'ses_e1e5dcfa7ffe5Nupv46wPbvUJT',
        tokens: { total: 6450, input: 1170, output: 280, thinking: 100, cacheRead: 5000, cacheWrite: 0 },
        cost: { amount: 0.00223, currency: 'USD' },
      },
    })
  })
})
