import { describe, expect, it } from 'vitest'
import { chooseTool } from './choose-tool.ts'
import type { OfferedTool } from './model-request.ts'
import type { ToolInput, ToolUse } from './script/script.ts'

const string = { type: 'string' }
const numberOrNull = { anyOf: [{ type: 'number' }, { type: 'null' }] }

function tool(
  name: string,
  properties: Record<string, unknown>,
  required = Object.keys(properties),
): OfferedTool {
  return { name, schema: { type: 'object', properties, required }, takesText: false }
}

/** As the agents offered them. */
const offers = {
  claude: [
    tool('Bash', { command: string, timeout: { type: 'number' }, description: string }, ['command']),
    tool('Read', { file_path: string, offset: { type: 'integer' } }, ['file_path']),
    tool('Edit', { file_path: string, old_string: string, new_string: string }),
    tool('Write', { file_path: string, content: string }),
    tool('mcp__probe__ping_tool', { times: { type: 'integer' }, word: string }, ['word']),
  ],
  codexClassic: [
    tool('exec_command', { cmd: string, workdir: string }, ['cmd']),
    { name: 'apply_patch', takesText: true },
  ],
  codexCode: [
    { name: 'exec', namespace: 'functions', takesText: true },
    { ...tool('wait', { cell_id: string }), namespace: 'functions' },
  ],
  gemini: [
    tool('read_file', { file_path: string }),
    tool('replace', { file_path: string, instruction: string, old_string: string, new_string: string }),
    tool('write_file', { file_path: string, content: string }),
    tool('run_shell_command', { command: string, description: string }, ['command']),
  ],
  copilot: [
    tool('bash', { command: string, description: string, mode: string }, ['command', 'description']),
    tool('view', { path: string }),
    tool('create', { path: string, file_text: string }),
    tool('edit', { path: string, old_str: string, new_str: string }, ['path']),
  ],
  opencode: [
    tool('apply_patch', { patchText: string }),
    tool('bash', { command: string, workdir: string }, ['command']),
    tool('read', { filePath: string, offset: { type: 'integer' } }, ['filePath']),
  ],
  pi: [
    tool('read', { path: string, offset: numberOrNull, limit: numberOrNull }),
    tool('bash', { command: string, timeout: numberOrNull }),
    tool('edit', {
      path: string,
      edits: {
        type: 'array',
        items: {
          type: 'object',
          properties: { oldText: string, newText: string },
          required: ['oldText', 'newText'],
        },
      },
    }),
    tool('write', { path: string, content: string }),
  ],
  omp: [
    tool('read', { i: string, path: string }),
    tool('bash', { i: string, command: string, timeout: { type: 'number' } }, ['i', 'command']),
    tool('edit', { i: string, input: string }),
    tool('write', { i: string, path: string, content: string }),
  ],
  openclaw: [tool('exec', { command: string, workdir: string }, ['command'])],
  list: [tool('shell', { command: { type: 'array', items: string } })],
} satisfies Record<string, OfferedTool[]>

const inputs: Record<string, ToolInput> = {
  shell: { command: "echo 'hi'" },
  read: { path: 'a.txt' },
  write: { path: 'a.txt', content: 'one\ntwo\n' },
  edit: { path: 'a.txt', oldText: 'one', newText: "it's two" },
}

function chosen(offer: keyof typeof offers, use: ToolUse, input = inputs[String(use)]): unknown {
  const found = chooseTool(offers[offer], { use, ...(input === undefined ? {} : { input }) })
  return found === undefined ? undefined : [found.tool.name, found.input]
}

describe('a tool is chosen from the offered ones', () => {
  it.each([
    ['claude', ['Bash', { command: "echo 'hi'" }]],
    ['codexClassic', ['exec_command', { cmd: "echo 'hi'" }]],
    [
      'codexCode',
      ['exec', 'const result = await tools.exec_command({"cmd":"echo \'hi\'"})\ntext(result.output)'],
    ],
    ['gemini', ['run_shell_command', { command: "echo 'hi'" }]],
    ['copilot', ['bash', { command: "echo 'hi'", description: 'sample' }]],
    ['opencode', ['bash', { command: "echo 'hi'" }]],
    ['pi', ['bash', { command: "echo 'hi'", timeout: null }]],
    ['omp', ['bash', { command: "echo 'hi'", i: 'sample' }]],
    ['openclaw', ['exec', { command: "echo 'hi'" }]],
    ['list', ['shell', { command: ['bash', '-c', "echo 'hi'"] }]],
  ] as const)('shell of %s', (offer, expected) => {
    expect(chosen(offer, 'shell')).toEqual(expected)
  })

  it.each([
    ['claude', ['Read', { file_path: 'a.txt' }]],
    ['codexClassic', ['exec_command', { cmd: "cat 'a.txt'" }]],
    ['gemini', ['read_file', { file_path: 'a.txt' }]],
    ['copilot', ['view', { path: 'a.txt' }]],
    ['opencode', ['read', { filePath: 'a.txt' }]],
    ['pi', ['read', { path: 'a.txt', offset: null, limit: null }]],
    ['omp', ['read', { path: 'a.txt', i: 'sample' }]],
  ] as const)('read of %s', (offer, expected) => {
    expect(chosen(offer, 'read')).toEqual(expected)
  })

  const added = '*** Begin Patch\n*** Add File: a.txt\n+one\n+two\n*** End Patch\n'
  it.each([
    ['claude', ['Write', { file_path: 'a.txt', content: 'one\ntwo\n' }]],
    ['codexClassic', ['apply_patch', added]],
    ['codexCode', ['exec', `text(await tools.apply_patch(${JSON.stringify(added)}))`]],
    ['gemini', ['write_file', { file_path: 'a.txt', content: 'one\ntwo\n' }]],
    ['copilot', ['create', { path: 'a.txt', file_text: 'one\ntwo\n' }]],
    ['opencode', ['apply_patch', { patchText: added }]],
    ['omp', ['write', { path: 'a.txt', content: 'one\ntwo\n', i: 'sample' }]],
    ['openclaw', ['exec', { command: "printf %s 'one\ntwo\n' > 'a.txt'" }]],
  ] as const)('write of %s', (offer, expected) => {
    expect(chosen(offer, 'write')).toEqual(expected)
  })

  it.each([
    ['claude', ['Edit', { file_path: 'a.txt', old_string: 'one', new_string: "it's two" }]],
    [
      'codexClassic',
      ['apply_patch', "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+it's two\n*** End Patch\n"],
    ],
    [
      'gemini',
      ['replace', { file_path: 'a.txt', old_string: 'one', new_string: "it's two", instruction: 'sample' }],
    ],
    ['copilot', ['edit', { path: 'a.txt', old_str: 'one', new_str: "it's two" }]],
    ['pi', ['edit', { path: 'a.txt', edits: [{ oldText: 'one', newText: "it's two" }] }]],
    [
      'omp',
      [
        'bash',
        {
          command: `OLD='one' NEW='it'\\''s two' perl -0pi -e 's/\\Q$ENV{OLD}\\E/$ENV{NEW}/' 'a.txt'`,
          i: 'sample',
        },
      ],
    ],
  ] as const)('edit of %s', (offer, expected) => {
    expect(chosen(offer, 'edit')).toEqual(expected)
  })

  it('by a part of its name or a pattern, with the required fields of its schema', () => {
    expect(chosen('claude', 'ping', { times: 2 })).toEqual([
      'mcp__probe__ping_tool',
      { times: 2, word: 'sample' },
    ])
    expect(chosen('claude', /^bash$/i, { command: 'ls' })).toEqual(['Bash', { command: 'ls' }])
    expect(chosen('codexCode', 'wait', { cell_id: '1' })).toEqual(['wait', { cell_id: '1' }])
    expect(chosen('codexClassic', 'apply_patch', { input: 'text' })).toEqual(['apply_patch', 'text'])
  })

  it('in code, if it is not offered directly', () => {
    expect(chosen('codexCode', 'ping', { times: 2 })).toEqual([
      'exec',
      'const { name: found } = ALL_TOOLS.find(({ name }) => name.includes("ping"))\ntext(await tools[found]({"times":2}))',
    ])
  })

  it('or fails if there is none', () => {
    expect(chosen('gemini', 'ping')).toBeUndefined()
    expect(chooseTool([], { use: 'shell' })).toBeUndefined()
  })
})
