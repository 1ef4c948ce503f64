import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { definitionOfCommand } from '../../src/agents/definition/command-definition.ts'
import type { RunOptions } from '../../src/run/api/options.ts'
import { createClient } from '../../src/run/client.ts'
import { sandboxSupport } from '../../src/sandbox/bubblewrap.ts'
import { readTurn } from '../../src/testing/contract/turn.ts'

/** Writes without asking, asks about one file, and writes that file and another one. Says what worked. */
const agent = `
import { mkdirSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const update = (update) => send({ method: 'session/update', params: { sessionId: 's', update } })
const tried = (path) => {
  try {
    writeFileSync(path, 'x')
    return 'wrote'
  } catch ({ code }) {
    return code
  }
}
const [outside] = process.argv.slice(2)
const call = { toolCallId: 'c', title: 'Edit asked.txt', kind: 'edit', locations: [{ path: process.cwd() + '/asked.txt' }] }
let prompt
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, result } = JSON.parse(line)
  if (method === 'initialize') send({ id, result: { protocolVersion: 1, agentCapabilities: {} } })
  else if (method === 'session/new') send({ id, result: { sessionId: 's' } })
  else if (method === 'session/prompt') {
    prompt = id
    const said = [tried('unasked.txt'), tried(outside)].join(' ')
    update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: said } })
    const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }, { optionId: 'n', name: 'No', kind: 'reject_once' }]
    send({ id: 99, method: 'session/request_permission', params: { sessionId: 's', toolCall: call, options } })
  } else if (id === 99) {
    const said = [tried('asked.txt'), tried('beside.txt')].join(' ')
    update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: ' ' + said } })
    update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' })
    send({ id: prompt, result: { stopReason: 'end_turn' } })
  }
})
`

describe.runIf('path' in sandboxSupport(process.env))('an agent that writes without asking', () => {
  let folder: string
  let cwd: string
  let outside: string

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-unknown-')))
    cwd = join(folder, 'work')
    outside = join(folder, 'outside.txt')
    mkdirSync(cwd)
    writeFileSync(join(folder, 'agent.mjs'), agent)
  })

  afterEach(() => rmSync(folder, { recursive: true }))

  async function outcome(permissions: RunOptions['permissions']): Promise<unknown> {
    const definition = definitionOfCommand(`${process.execPath} ${join(folder, 'agent.mjs')} ${outside}`, cwd)
    const client = createClient({ definitions: [definition] })
    const run = client.run({ agent: definition.id, prompt: 'go', cwd, ...(permissions && { permissions }) })
    const { result } = await readTurn(run)
    const files = ['work/unasked.txt', 'outside.txt', 'work/asked.txt', 'work/beside.txt']
    return {
      text: result?.text,
      written: files.filter((file) => existsSync(join(folder, file))),
      warnings: result?.warnings,
    }
  }

  it.each(['deny', 'allow-reads'] as const)('changes nothing under %s', async (policy) => {
    expect(await outcome(policy)).toEqual({ text: 'EROFS EROFS EROFS EROFS', written: [], warnings: [] })
  })

  it('starts from the workspace under deny, which hides everything but its own files', async () => {
    const program = agent
      .replace('import {', "import word from 'word'\nimport { readdirSync,")
      .replace('const said = [', "const said = [word, readdirSync('.').sort().join(),")
    writeFileSync(join(cwd, 'agent.mjs'), program)
    mkdirSync(join(cwd, 'node_modules/word'), { recursive: true })
    writeFileSync(join(cwd, 'node_modules/word/index.mjs'), 'export default "found"')
    writeFileSync(join(cwd, 'node_modules/word/package.json'), '{"exports": "./index.mjs"}')
    writeFileSync(join(cwd, 'note.txt'), 'x')
    const definition = definitionOfCommand(`${process.execPath} agent.mjs other.txt`, cwd)
    const client = createClient({ definitions: [definition] })
    const run = client.run({ agent: definition.id, prompt: 'go', cwd, permissions: 'deny' })
    const { result } = await readTurn(run)
    expect(result?.text).toBe('found agent.mjs,node_modules EROFS EROFS EROFS EROFS')
  })

  it('changes nothing under ask if the answer is no', async () => {
    const denied = await outcome(() => 'deny')
    expect(denied).toEqual({ text: 'EROFS EROFS EROFS EROFS', written: [], warnings: [] })
  })

  it('changes what was allowed, and a warning names what it changed beside it', async () => {
    expect(await outcome(() => 'allow')).toEqual({
      text: 'EROFS EROFS wrote wrote',
      written: ['work/asked.txt', 'work/beside.txt'],
      warnings: [
        `During an allowed call of node, files changed that the call did not name: ${join(cwd, 'beside.txt')}`,
      ],
    })
    expect(readFileSync(join(cwd, 'asked.txt'), 'utf8')).toBe('x')
  })
})
