import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AgentCapabilitiesSchema } from '@ag-ui/core/schemas'
import { afterAll, describe, expect, it } from 'vitest'
import { capstan } from '../support/program.ts'

const folder = mkdtempSync(join(tmpdir(), 'capstan-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const acp = '{"loadSession":true,"promptCapabilities":{"image":true}}'
const convert = (to: string, ...more: string[]): string[] => [
  'capabilities',
  'convert',
  '--from',
  'acp',
  '--to',
  to,
  ...more,
]

describe('capabilities convert', () => {
  it('writes an AG-UI declaration with known facts only', async () => {
    const { exitCode, stdout } = await capstan(convert('ag-ui', '--json'), { input: acp })
    expect(exitCode).toBe(0)
    expect(stdout).toBe(
      '{"transport":{"streaming":true},"multimodal":{"input":{"image":true,"audio":false}},"state":{"persistentState":true}}\n',
    )
    expect(AgentCapabilitiesSchema.safeParse(JSON.parse(stdout)).success).toBe(true)
  })

  it('lists lost and assumed facts on stderr', async () => {
    const { stderr } = await capstan(convert('relay', '--json'), { input: acp })
    const account = JSON.parse(stderr) as { notCarried: { id: string }[]; assumed: string[] }
    expect(account.assumed).toEqual(['lifecycle.release'])
    expect(account.notCarried).toContainEqual({
      id: 'prompt.audio',
      support: 'unsupported',
      reason: 'this shape has no field for this capability',
    })
    const text = (await capstan(convert('relay'), { input: acp })).stderr
    expect(text).toContain('Not converted to relay:\n  supported    session.load, mcp.stdio')
    expect(text).toContain('Assumed, because relay cannot say unknown:\n  lifecycle.release\n')
  })

  it('writes Relay, mux and ACP shapes', async () => {
    const relay = await capstan(convert('relay', '--json'), { input: acp })
    expect(JSON.parse(relay.stdout)).toEqual({
      messaging: { receive: true, attachments: ['text', 'image'] },
      delivery: { modes: ['immediate', 'on-idle'] },
      events: { emits: ['status.changed', 'transcript.chunk'] },
      lifecycle: { release: false },
    })
    const mux = await capstan(convert('mux', '--json'), { input: acp })
    expect(JSON.parse(mux.stdout)).toMatchObject({
      agent: 'unknown',
      canResume: true,
      canFork: false,
      supportsImageInput: true,
      supportsThinking: false,
      installMethods: [],
    })
    const answer = await capstan(convert('acp', '--json', '--protocol-version', '2'), { input: acp })
    expect(JSON.parse(answer.stdout)).toEqual({
      protocolVersion: 2,
      authMethods: [],
      info: { name: 'unknown', version: '' },
      capabilities: { session: { prompt: { image: {} }, mcp: { stdio: {} } } },
    })
  })

  it('reads a file, pretty-prints without --json, and reads its own profile', async () => {
    const file = join(folder, 'initialize.json')
    writeFileSync(file, `\uFEFF${acp}`)
    const profile = await capstan(convert('profile', file))
    expect(profile.exitCode).toBe(0)
    expect(profile.stdout).toContain('\n  "subject": {\n')
    const again = await capstan(['capabilities', 'convert', '--from', 'profile', '--to', 'ag-ui', '--json'], {
      input: profile.stdout,
    })
    expect(again.stdout).toBe((await capstan(convert('ag-ui', '--json'), { input: acp })).stdout)
  })
})

describe('capabilities check', () => {
  const check = (...words: string[]): string[] => ['capabilities', 'check', '--from', 'acp', ...words]

  it('exits with 6 and says unsupported if ACP reads a missing field as no', async () => {
    expect(await capstan(check('--need', 'prompt.audio', '-'), { input: acp })).toEqual({
      exitCode: 6,
      stdout: 'prompt.audio  unsupported  advertised, omitted\n1 of 1 requirements not met.\n',
      stderr: '',
    })
  })

  it('says unknown without evidence, and suggests the nearest name', async () => {
    const { exitCode, stdout, stderr } = await capstan(check('--need', 'thinking.effort=high,promt.image'), {
      input: acp,
    })
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 6,
      stdout:
        'thinking.effort=high  unknown  no evidence\n' +
        'promt.image           unknown  no evidence\n2 of 2 requirements not met.\n',
      stderr: 'promt.image is not a known capability. Did you mean prompt.image?\n',
    })
  })

  it('exits with 0 if all requirements are met', async () => {
    const { exitCode, stdout } = await capstan(
      check('--need', 'prompt.image', '--need', 'session.resume', '--json'),
      {
        input: acp,
      },
    )
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      results: [
        { id: 'prompt.image', verdict: 'met', fact: { support: 'supported' } },
        { id: 'session.resume', verdict: 'met', fact: { evidence: [{ detail: 'by loading' }] } },
      ],
    })
  })
})

describe('capabilities explain', () => {
  it('shows the evidence', async () => {
    const words = ['capabilities', 'explain', '--from', 'acp', '--id', 'prompt.audio', '--id', 'skills']
    expect(await capstan(words, { input: acp })).toEqual({
      exitCode: 0,
      stdout:
        'prompt.audio: unsupported — accepts audio\n' +
        '  decides: unsupported, advertised (acp.initialize, omitted): strongest evidence\n' +
        'skills: unknown — loads skills\n  no evidence yet\n',
      stderr: '',
    })
  })
})

describe('bad input', () => {
  function* oneLineOf200MB(): Generator<Uint8Array> {
    const chunk = Buffer.alloc(1024 * 1024, 'a')
    yield Buffer.from('{"a":"')
    for (let count = 0; count < 200; count++) yield chunk
    yield Buffer.from('"}')
  }

  it.each<[string, string[], string | Iterable<Uint8Array>, string]>([
    [
      'broken JSON',
      convert('mux'),
      '{"a":1,\n"b":x}',
      'error INPUT_NOT_JSON: stdin is not JSON: line 2, column 5',
    ],
    [
      'an empty stdin',
      convert('mux'),
      ' \n',
      'error INPUT_EMPTY: stdin is empty — Provide the declaration as JSON.',
    ],
    [
      'a wrong type',
      convert('mux'),
      '{"loadSession":"yes"}',
      'error VALIDATION_ERROR: This is not an ACP version 1 initialize response: agentCapabilities.loadSession: Invalid input: expected boolean, received string',
    ],
    ['a list', convert('mux'), '[]', 'error VALIDATION_ERROR: This is not'],
    [
      'a number',
      convert('mux'),
      '7',
      'error VALIDATION_ERROR: A declaration must be a JSON object, not a number',
    ],
    ['null', convert('mux'), 'null', 'error VALIDATION_ERROR: A declaration must be a JSON object, not null'],
    [
      'an unknown ecosystem',
      ['capabilities', 'convert', '--from', 'agui', '--to', 'mux'],
      '{}',
      'error USAGE_ERROR: Unknown ecosystem agui — Did you mean ag-ui?',
    ],
    [
      'no ecosystem',
      ['capabilities', 'convert'],
      '{}',
      'error USAGE_ERROR: --from is missing — Name an ecosystem: ',
    ],
    [
      'an option without its value',
      convert('mux', '--protocol-version'),
      '{}',
      'error USAGE_ERROR: --protocol-version needs a value',
    ],
    [
      'a version there is not',
      convert('acp', '--protocol-version', '3'),
      '{}',
      'error USAGE_ERROR: ACP has no version 3',
    ],
    ['no need', ['capabilities', 'check', '--from', 'acp'], '{}', 'error USAGE_ERROR: --need is missing'],
    [
      'a missing file',
      convert('mux', 'no-such-file.json'),
      '',
      'error INPUT_UNREADABLE: no-such-file.json does not exist',
    ],
    ['a folder', convert('mux', folder), '', `error INPUT_UNREADABLE: ${folder} is a folder`],
    [
      'bytes that are no text',
      convert('mux'),
      [Buffer.from([0x22, 0xff, 0x22])],
      'error INPUT_NOT_UTF8: stdin is not UTF-8',
    ],
    [
      'a line of 200 MB',
      convert('mux'),
      oneLineOf200MB(),
      'error INPUT_TOO_LARGE: stdin is larger than 16 MiB',
    ],
    [
      'a bottomless document',
      convert('mux'),
      '['.repeat(100_000) + ']'.repeat(100_000),
      'error VALIDATION_ERROR: stdin is nested more than 500 levels deep',
    ],
  ])('reports %s in one line with a code and exits with 2', async (_, words, input, line) => {
    const { exitCode, stdout, stderr } = await capstan(words, { input })
    expect({ exitCode, stdout, lines: stderr.split('\n').length }).toEqual({
      exitCode: 2,
      stdout: '',
      lines: 2,
    })
    expect(stderr.slice(0, line.length)).toBe(line)
  })
})

describe('capabilities --history', () => {
  it('shows since when each check works', async () => {
    const { exitCode, stdout } = await capstan(['capabilities', 'gemini', '--history'])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(
      /^Gemini CLI: \d+ versions tried against a model provider on loopback\n\nProgram 0\.30\.0 to /,
    )
    expect(stdout).toMatch(/\n {2}model +works since a version between 0\.30\.0 and 0\.39\.1\n/)
    expect(stdout).toMatch(/\n {4}field\.models +appeared between 0\.30\.0 and 0\.39\.1/)
  })

  it('prints every cell as JSON', async () => {
    const { stdout } = await capstan(['capabilities', 'gemini', '--history', '--json'])
    const { agent, series } = JSON.parse(stdout) as {
      agent: string
      series: {
        versions: string[]
        checks: { check: string; cells: { version: string; outcome: string }[] }[]
      }[]
    }
    expect(agent).toBe('gemini')
    expect(series[0]?.versions).toContain('0.61.0')
    const text = series[0]?.checks.find(({ check }) => check === 'text')
    expect(text?.cells.find(({ version }) => version === '0.61.0')).toEqual({
      version: '0.61.0',
      outcome: 'yes',
      runs: 1,
    })
  })

  it.each([
    [['goose', '--history'], 1, 'error HISTORY_MISSING: No history was recorded for goose'],
    [['gemini', '--history', '--live'], 2, 'error USAGE_ERROR: --history and --live cannot be combined'],
  ])('rejects %j', async (words, code, message) => {
    const { exitCode, stderr } = await capstan(['capabilities', ...words])
    expect(exitCode).toBe(code)
    expect(stderr).toContain(message)
  })
})
