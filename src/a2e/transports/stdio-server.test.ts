import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { testHost } from '../../../test/support/a2e.ts'
import { echoTools, plugin } from '../../../test/support/a2e-plugins.ts'
import { streamAgent } from '../../../test/support/a2e-wire.ts'
import { serveStdio } from './stdio-server.ts'

const program = join(import.meta.dirname, '../../../test/support/a2e-stdio-host.ts')

function startHost() {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  return { child, agent: streamAgent(child.stdin, child.stdout), stderr: () => stderr }
}

it('exchanges lines and ends with a shutdown', async () => {
  const { child, agent, stderr } = startHost()
  expect(await agent.handshake(['tools', 'chains'])).toMatchObject({ ok: true })
  agent.sendText('\nnot JSON')
  expect(await agent.next(({ type }) => type === 'error')).toMatchObject({ code: 'parse_error', req_id: '' })
  const data = { text: 'h\u00E9llo\u2028' }
  expect(await agent.ask('tool/call/req', { tool_name: 'echo', arguments: data })).toMatchObject({
    data: { success: true, data },
  })
  expect(await agent.ask('chain/req')).toMatchObject({ code: 'capability_missing' })
  agent.send('shutdown')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(stderr()).toBe('')
})

it('answers pending requests when stdin ends, then ends', async () => {
  const { child, agent } = startHost()
  await agent.handshake(['tools'])
  const id = agent.send('tool/call/req', { tool_name: 'echo', arguments: {} })
  child.stdin.end()
  expect(await agent.answerTo(id)).toMatchObject({ type: 'tool/call/resp' })
  expect(await once(child, 'exit')).toEqual([0, null])
})

it('stops reading while the agent does not read', async () => {
  const host = await testHost({ plugins: [echoTools] })
  const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 64 })]
  const server = serveStdio(host, { input, output })
  const line = (type: string, fields: object) => input.write(`${JSON.stringify({ type, ...fields })}\n`)
  line('handshake/req', { agent_caps: ['tools'] })
  await once(output, 'readable')
  expect(input.isPaused()).toBe(true)
  line('ping', { id: 'later' })
  const agent = streamAgent(new PassThrough(), output)
  expect(await agent.answerTo('later')).toMatchObject({ type: 'pong' })
  await server.close()
  await server.closed
})

it('ends the session instead of dropping messages', async () => {
  const logged: string[] = []
  const flood = plugin('tools', {
    'tool/call/req': (_request, { emit }) => {
      for (let round = 0; round < 100; round++) emit({ kind: 'log', data: { text: 'x'.repeat(1000) } })
      return { data: { success: true, tool_name: 'flood', duration_ms: 0 } }
    },
  })
  const host = await testHost({ plugins: [flood], log: (text) => logged.push(text) })
  const [input, output] = [new PassThrough(), new PassThrough()]
  const server = serveStdio(host, { input, output, maxBufferedBytes: 10_000 })
  input.write(`${JSON.stringify({ type: 'handshake/req', agent_caps: ['tools'] })}\n`)
  input.write(`${JSON.stringify({ type: 'tool/call/req', arguments: {} })}\n`)
  await server.closed
  expect(logged[0]).toBe('Session ended: the agent does not read its messages')
})

it('refuses a line that is too long and reads the next line', async () => {
  const host = await testHost({ plugins: [echoTools] })
  const [input, output] = [new PassThrough(), new PassThrough()]
  const server = serveStdio(host, { input, output, maxMessageBytes: 200 })
  onTestFinished(() => server.close())
  const agent = streamAgent(input, output)
  agent.send('ping', { padding: 'x'.repeat(300) })
  expect(await agent.next(({ code }) => code === 'parse_error')).toMatchObject({ req_id: '' })
  expect(await agent.handshake([])).toMatchObject({ ok: true })
})
