import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../support/a2e.ts'
import { projectRoot } from '../support/package.ts'
import { capstan, startCapstan } from '../support/program.ts'

const program = join(projectRoot, 'dist/cli/main.js')
const host = (...words: string[]): string => [process.execPath, program, 'a2e', 'serve', ...words].join(' ')

describe('capstan a2e serve', () => {
  it('serves an agent on stdin and stdout, with nothing else on either', async () => {
    const root = testFolder()
    writeFileSync(join(root, 'note.txt'), 'hello')
    const call = { tool_name: 'read_file', arguments: { path: 'note.txt' } }
    const messages = [
      { type: 'handshake/req', id: 'h', agent_caps: ['tools', 'proc'] },
      { type: 'tool/call/req', id: 'c', ...call },
    ]
    const { exitCode, stdout, stderr } = await capstan(
      ['a2e', 'serve', '--plugins', 'tools', '--root', root],
      {
        input: messages.map((message) => `${JSON.stringify(message)}\n`).join(''),
      },
    )
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const [handshake, answer] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(handshake).toMatchObject({
      req_id: 'h',
      ok: true,
      accepted_caps: [
        { capability: 'tools', enabled: true },
        { capability: 'proc', enabled: false, metadata: { reason: 'no plugin loaded' } },
      ],
    })
    expect(answer).toMatchObject({ req_id: 'c', type: 'tool/call/resp', data: { success: true } })
  })

  it('listens, prints a new token, and stops on a signal', async () => {
    const { child, ended } = startCapstan(['a2e', 'serve', '--http', '--port', '0', '--json'], {
      cwd: testFolder(),
    })
    const [shown, line] = await Promise.all([
      once(child.stderr ?? child, 'data'),
      once(child.stdout ?? child, 'data'),
    ])
    const { token } = JSON.parse(String(shown[0])) as { token: string }
    const { url } = JSON.parse(String(line[0])) as { url: string }
    expect(token).toMatch(/^[\w-]{43}$/)
    const asked = ['a2e', 'handshake', '--caps', 'memory', '--url', url, '--json']
    const right = await capstan(asked, { env: { CAPSTAN_A2E_TOKEN: token } })
    expect(JSON.parse(right.stdout)).toMatchObject({
      maxParallel: 4,
      capabilities: [{ capability: 'memory', enabled: true }],
    })
    const wrong = await capstan(asked, { env: { CAPSTAN_A2E_TOKEN: 'WRONG' } })
    expect(wrong.exitCode).toBe(5)
    expect(JSON.parse(wrong.stderr)).toMatchObject({ error: { code: 'auth_failed' } })
    child.kill('SIGINT')
    expect((await ended).exitCode).toBe(0)
  })

  it('reads its token from a file', async () => {
    const folder = testFolder()
    writeFileSync(join(folder, 'token'), 'dev-secret\n')
    const command = host('--stdio', '--plugins', 'memory', '--token-file', join(folder, 'token'))
    const asked = ['a2e', 'call', 'ping', '--command', command]
    expect((await capstan([...asked, '--token', 'dev-secret'])).exitCode).toBe(0)
    expect((await capstan(asked)).exitCode).toBe(5)
  })

  it('offers the MCP servers of a file, and lets no agent add others', async () => {
    const root = testFolder()
    const file = join(root, 'mcp.json')
    const peer = join(projectRoot, 'test/support/mcp-peer.ts')
    writeFileSync(file, JSON.stringify({ mcpServers: { Peer: { command: process.execPath, args: [peer] } } }))
    const served = host('--plugins', 'tools', '--mcp-config', file, '--root', root)
    const ask = (type: string, fields: object): ReturnType<typeof capstan> =>
      capstan(['a2e', 'call', type, JSON.stringify(fields), '--json', '--command', served])
    const called = await ask('tool/call/req', { tool_name: 'peer__echo', arguments: { text: 'hi' } })
    expect(called).toMatchObject({ exitCode: 0 })
    expect(JSON.parse(called.stdout)).toMatchObject({ data: { success: true, summary: 'hi' } })
    const config = { server_id: 'more', cmd: ['true'] }
    const { exitCode, stderr } = await ask('mcp/server/register/req', { config })
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('This host does not let agents add or remove MCP servers'),
    })
  })

  it.each<[string, unknown, string]>([
    ['no servers', 'none', '--mcp-config contains no servers'],
    ['a server without a program', { mcpServers: { a: {} } }, '--mcp-config a needs the program as command'],
    [
      'a variable that is not set',
      { mcpServers: { a: { command: 'x', env: { K: '${NOT_SET_HERE}' } } } },
      'mcpServers.a needs the environment variable NOT_SET_HERE, which is not set',
    ],
    [
      'two servers with the same id',
      { mcpServers: { 'a b': { command: 'x' }, 'A-b': { command: 'x' } } },
      'Two MCP servers have the id a-b',
    ],
  ])('refuses a file with %s', async (_what, content, message) => {
    const file = join(testFolder(), 'mcp.json')
    writeFileSync(file, JSON.stringify(content))
    const { stdout, stderr, exitCode } = await capstan(['a2e', 'serve', '--mcp-config', file])
    expect({ stdout, failed: exitCode !== 0 }).toEqual({ stdout: '', failed: true })
    expect(stderr).toContain(message)
  })

  it.each([
    [['--stdio', '--http'], '--stdio and --http cannot be combined'],
    [['--port', '1'], '--port needs --http'],
    [['--http', '--port', 'x'], '--port x is not a port'],
    [['--token', 'a', '--token-file', 'b'], '--token and --token-file cannot be combined'],
    [['--token='], 'The token is empty'],
    [['--plugins', 'tools,bogus'], 'There is no plugin bogus'],
    [['--plugins', 'agents', '--permissions', 'all'], '--permissions all is not a policy'],
    [['--token-file', '/nowhere/token'], 'The token file /nowhere/token cannot be read'],
    [['--sampling', 'sim'], '--sampling needs --mcp-config'],
  ])('refuses %j', async (words, message) => {
    const { exitCode, stdout, stderr } = await capstan(['a2e', 'serve', ...words])
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(message)
  })
})

describe('capstan a2e handshake', () => {
  it('shows which capabilities a host accepts and by which plugin', async () => {
    const asked = ['a2e', 'handshake', '--caps', 'tools,memory,chains']
    const { exitCode, stdout } = await capstan([...asked, '--command', host('--plugins', 'tools,memory')])
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout:
        'CAPABILITY  ACCEPTED  BY\n' +
        'tools       yes       tools\n' +
        'memory      yes       memory\n' +
        'chains      no        no plugin loaded\n',
    })
  })

  it('lists the requested names that the host does not know', async () => {
    const asked = ['a2e', 'handshake', '--caps', 'tool']
    const { exitCode, stdout } = await capstan([...asked, '--command', host('--plugins', 'tools')])
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: 'CAPABILITY  ACCEPTED  BY\nunknown capabilities: tool\n',
    })
  })

  it('reports that no host listens', async () => {
    const { exitCode, stderr } = await capstan(['a2e', 'handshake', '--url', 'http://127.0.0.1:1'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('error transport_error: Cannot reach the host at http://127.0.0.1:1')
  })
})

describe('capstan a2e call', () => {
  const command = host('--plugins', 'memory')

  it('prints the answer', async () => {
    const { exitCode, stdout } = await capstan(
      ['a2e', 'call', 'memory/init/req', '-', '--json', '--command', command],
      {
        input: '{"namespace":"notes"}',
      },
    )
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ type: 'memory/init/resp', namespace: 'notes', success: true })
  })

  it.each([
    ['allow-reads', false],
    ['allow', true],
  ])('asks an agent that is a tool of the host, with %s', async (policy, isWritten) => {
    const root = testFolder()
    const served = host('--plugins', 'agents', '--root', root, '--permissions', policy)
    const input = { tool_name: 'ask_agent', arguments: { agent: 'sim', prompt: 'write hello.txt hello' } }
    const asked = ['a2e', 'call', 'tool/call/req', JSON.stringify(input), '--json', '--command', served]
    const { exitCode, stdout } = await capstan(asked)
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ data: { success: true, data: { stopReason: 'end-turn' } } })
    expect(existsSync(join(root, 'hello.txt'))).toBe(isWritten)
  })

  it('fails before the request if a capability is missing', async () => {
    const { exitCode, stderr } = await capstan(['a2e', 'call', 'chain/req', '--command', command])
    expect(exitCode).toBe(6)
    expect(stderr).toContain("error capability_missing: Capability 'chains' was not negotiated")
  })

  it.each([
    [['tool/lst/req'], 'Did you mean tool/list/req?'],
    [[], 'The type is missing'],
    [['ping', '[]'], 'The fields are not a JSON object'],
    [['ping', '{'], 'The second argument is not JSON: line 1, column 2'],
    [['ping', '--url', 'http://127.0.0.1:1', '--command', 'x'], '--url and --command cannot be combined'],
    [['ping', '--url', 'nowhere'], 'nowhere is not the URL of an A2E host'],
  ])('refuses %j', async (words, message) => {
    const { exitCode, stderr } = await capstan(['a2e', 'call', ...words])
    expect(exitCode).toBe(2)
    expect(stderr).toContain(message)
  })
})
