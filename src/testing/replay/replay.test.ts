import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable, Writable } from 'node:stream'
import * as acp from '@agentclientprotocol/sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { projectRoot } from '../../../test/support/package.ts'
import { readTranscript, type TranscriptFrame } from '../transcript.ts'

type Message = Record<string, unknown>

const fixtures = join(projectRoot, 'test/fixtures/transcripts')
const program = join(projectRoot, 'dist/testing/replay/main.js')
const started: ChildProcessWithoutNullStreams[] = []
let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'capstan-replay-'))))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  for (const child of started.splice(0)) child.kill()
})

interface Replay {
  child: ChildProcessWithoutNullStreams
  send(message: object): void
  next(): Promise<Message>
  stderr(): string
  /** Closes the client's end and gives how the agent ended. */
  leave(): Promise<number>
}

function start(path: string): Replay {
  const child = spawn(process.execPath, [program, path])
  started.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return {
    child,
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    next: async () => {
      const { value, done } = await lines.next()
      if (done) throw new Error(`the agent said nothing more: ${stderr}`)
      return JSON.parse(value) as Message
    },
    stderr: () => stderr,
    leave: async () => {
      child.stdin.end()
      const [code] = (await once(child, 'close')) as [number]
      return code
    },
  }
}

function record(name: string, frames: readonly [dir: string, msg: Message][]): string {
  const path = join(folder, `${name}.ndjson`)
  writeFileSync(path, frames.map(([dir, msg], t) => JSON.stringify({ t, dir, msg })).join('\n'))
  return path
}

/** The client's side of a frame with other ids than the recorded ones. */
function renumbered({ msg }: TranscriptFrame): object {
  return typeof msg['method'] === 'string' && typeof msg['id'] === 'number'
    ? { ...msg, id: `new-${msg['id']}` }
    : msg
}

describe('capstan-replay, by a client of plain lines', () => {
  it.each(['gemini-write', 'copilot-reject', 'gemini-load', 'codex-refused-initialize'])(
    'replays %s message by message, with the new ids',
    async (name) => {
      const { frames } = await readTranscript(join(fixtures, `${name}.ndjson`))
      const replay = start(join(fixtures, `${name}.ndjson`))
      const received: Message[] = []
      for (const frame of frames) {
        if (frame.dir === 'out') replay.send(renumbered(frame))
        else received.push(await replay.next())
      }
      const recorded = frames.filter(({ dir }) => dir === 'in').map(({ msg }) => msg)
      expect(received).toEqual(
        recorded.map((msg) => ('method' in msg ? msg : { ...msg, id: `new-${String(msg['id'])}` })),
      )
      expect(await replay.leave()).toBe(0)
      expect(replay.stderr()).toBe('')
    },
  )

  it('continues when params differ, and reports the difference', async () => {
    const replay = start(
      record('params', [
        ['out', { id: 0, method: 'session/new', params: { cwd: '/a', list: [1] } }],
        ['in', { id: 0, result: {} }],
      ]),
    )
    replay.send({ jsonrpc: '2.0', id: 7, method: 'session/new', params: { cwd: '/b', list: [1, 2] } })
    expect(await replay.next()).toEqual({ id: 7, result: {} })
    expect(await replay.leave()).toBe(0)
    expect(replay.stderr()).toBe(
      'capstan-replay: line 1: session/new: params cwd: recorded "/a", got "/b"\n' +
        'capstan-replay: line 1: session/new: params list.1: recorded nothing, got 2\n',
    )
  })

  it('rejects a method that was never recorded or came too often', async () => {
    const replay = start(
      record('methods', [
        ['out', { id: 0, method: 'a' }],
        ['in', { id: 0, result: 1 }],
      ]),
    )
    replay.send({ id: 1, method: 'other' })
    expect(await replay.next()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32601, message: 'other is not in the recording' },
    })
    replay.send({ id: 2, method: 'a' })
    expect(await replay.next()).toEqual({ id: 2, result: 1 })
    replay.send({ id: 3, method: 'a' })
    expect(await replay.next()).toEqual({
      jsonrpc: '2.0',
      id: 3,
      error: { code: -32603, message: 'The recording has no more a' },
    })
    expect(await replay.leave()).toBe(0)
  })

  it('keeps an early message for its position', async () => {
    const replay = start(
      record('order', [
        ['out', { id: 0, method: 'a' }],
        ['out', { id: 1, method: 'b' }],
        ['in', { id: 1, result: 'b' }],
        ['in', { id: 0, result: 'a' }],
      ]),
    )
    replay.send({ id: 8, method: 'b' })
    replay.send({ id: 9, method: 'a' })
    expect([await replay.next(), await replay.next()]).toEqual([
      { id: 8, result: 'b' },
      { id: 9, result: 'a' },
    ])
  })

  it('reports a client that leaves too early', async () => {
    const replay = start(join(fixtures, 'gemini-load.ndjson'))
    expect(await replay.leave()).toBe(0)
    expect(replay.stderr()).toBe('capstan-replay: line 1: the client left before initialize\n')
  })

  it('fails where the recorded agent failed', async () => {
    const replay = start(
      record('crash', [
        ['out', { id: 0, method: 'a' }],
        ['exit', { code: 7, signal: null }],
      ]),
    )
    replay.send({ id: 0, method: 'a' })
    const [code] = (await once(replay.child, 'close')) as [number]
    expect(code).toBe(7)
  })

  it.each([
    ['a file that is none', () => record('bad', [['sideways', {}]]), 'line 1: dir must be out, in or exit'],
    ['no file', () => join(folder, 'none'), 'cannot be read'],
  ])('%s ends with 2', async (_, path, message) => {
    const replay = start(path())
    const [code] = (await once(replay.child, 'close')) as [number]
    expect(code).toBe(2)
    expect(replay.stderr()).toContain(message)
  })
})

describe("capstan-replay, by the protocol's own SDK", () => {
  it('replays a prompt with a permission to its end', async () => {
    const { child } = start(join(fixtures, 'copilot-reject.ndjson'))
    const updates: string[] = []
    const asked: string[] = []
    const app = acp
      .client({ name: 'test' })
      .onNotification(acp.methods.client.session.update, ({ params }) => {
        if (params.update.sessionUpdate === 'agent_message_chunk' && params.update.content.type === 'text') {
          updates.push(params.update.content.text)
        }
      })
      .onRequest(acp.methods.client.session.requestPermission, ({ params }) => {
        asked.push(params.toolCall.title ?? '')
        return { outcome: { outcome: 'selected', optionId: 'reject_once' } }
      })
    const stream = acp.ndJsonStream(
      Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
      Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
    )
    const { agent } = app.connect(stream)
    const { initialize, session } = acp.methods.agent
    const answer = await agent.request(initialize, { protocolVersion: 1, clientCapabilities: {} })
    expect(answer.agentInfo?.name).toBe('Copilot')
    const { sessionId } = await agent.request(session.new, { cwd: '/somewhere', mcpServers: [] })
    expect(sessionId).toBe('25e350de-54ff-410d-8372-d514980432e2')
    const { stopReason } = await agent.request(session.prompt, {
      sessionId,
      prompt: [{ type: 'text', text: 'hi' }],
    })
    expect({ stopReason, asked }).toEqual({ stopReason: 'end_turn', asked: ['Say hi'] })
    // The SDK may hand an update over after the answer that came behind it.
    await vi.waitFor(() =>
      expect(updates.join('')).toBe('I will use a tool.Info: Operation cancelled by user'),
    )
  })
})
