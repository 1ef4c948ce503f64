import { connect, type Socket } from 'node:net'
import { A2EClient } from '../../src/a2e/client.ts'
import { exchange } from './a2e-wire.ts'

/** Attacks a host in one way for some seconds. Its errors are the host's defense, so none counts. */
const [url = '', attack = '', seconds = '1'] = process.argv.slice(2)
const until = performance.now() + Number(seconds) * 1000
const list = Array.from({ length: 1000 }, (_, index) => index)
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

function client(capabilities: readonly string[]): A2EClient {
  return new A2EClient({ to: { url, attempts: 1 }, capabilities, token: 'dev-secret' })
}

/** Repeats an attack with several agents, each with a session of its own. */
async function repeat(capabilities: readonly string[], once: (one: A2EClient) => Promise<unknown>) {
  const work = async (): Promise<void> => {
    const one = client(capabilities)
    while (performance.now() < until) await once(one).catch(() => pause(10))
    await one.close()
  }
  await Promise.all(Array.from({ length: 4 }, work))
}

const map = (level: number, map_node: string) => ({
  node_id: `map${level}`,
  kind: 'map',
  items_path: 'input.list',
  map_node,
})
const say = { node_id: 'one', kind: 'tool', name: 'match', input_map: { text: 'to_string(index)' } }
const slow = 'length(input.list[?length($.input.list[?length($.input.list[?@ > `5000`]) > `0`]) > `0`])'

function chain(nodes: Record<string, unknown>[]) {
  return { nodes, initial_input: { list }, streaming: false, timeout: 2 }
}

function post(path: string, session: string, body: object): Promise<unknown> {
  const headers = { 'x-session-id': session, 'content-type': 'text/plain' }
  return exchange(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function unknownSession(): Promise<string> {
  const { body } = await exchange(`${url}/session`, { method: 'POST' })
  return (JSON.parse(body) as { session_id: string }).session_id
}

const health = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'

const attacks: Record<string, () => Promise<void>> = {
  chains: () =>
    repeat(['chains', 'tools'], (one) =>
      Promise.allSettled([
        one.request('chain/req', chain([map(0, 'map1'), map(1, 'map2'), map(2, 'one'), say])),
        one.request('chain/req', chain([map(0, 'map1'), map(1, 'one'), { ...say, input_map: {} }])),
        one.request('chain/req', chain([{ ...say, input_map: { text: slow } }])),
        one.request('chain/req', chain([{ ...say, input_map: { text: "pad_left('a', `300000000`)" } }])),
      ]),
    ),
  patterns: () =>
    repeat(['tools'], (one) =>
      one.request('tool/call/req', {
        tool_name: 'match',
        arguments: { text: `${'a'.repeat(50_000)}b` },
      }),
    ),
  ids: () =>
    repeat(['tools'], async () => {
      const session = await unknownSession()
      await post('/send', session, { type: 'ping', id: 'x'.repeat(4_000_000) })
      for (let count = 0; count < 20; count++)
        await post('/send', session, { type: 'y'.repeat(15_000), id: `i${count}` })
    }),
  sessions: () =>
    repeat(['tools'], async () => {
      const session = await unknownSession()
      await post('/send', session, { type: 'handshake/req', auth_token: 'WRONG', agent_caps: ['tools'] })
    }),
  connections: async () => {
    const open: Socket[] = []
    const texts = ['', `POST /session HTTP/1.1\r\nHost: localhost\r\nX-Fill: ${'x'.repeat(15_000)}`, health]
    while (performance.now() < until) {
      // Below the limit of open files of this process.
      for (const socket of open.splice(0, Math.max(0, open.length - 600))) socket.destroy()
      for (let count = 0; count < 20; count++) {
        const socket = connect(Number(new URL(url).port), '127.0.0.1')
        socket.on('error', () => undefined).resume()
        socket.write(texts[open.length % texts.length] ?? '')
        open.push(socket)
      }
      await pause(10)
    }
  },
  processes: () =>
    repeat(['proc'], async () => {
      const one = client(['proc'])
      const script = 'env -i setsid sleep 987654 & sleep 987654'
      const start = (): Promise<unknown> => one.request('proc/spawn/req', { cmd: ['sh', '-c', script] })
      await Promise.allSettled(Array.from({ length: 12 }, start))
      const session = one.sessionId
      await post('/send', session, { type: 'handshake/req', auth_token: 'WRONG' })
      await one.close()
    }),
}

await attacks[attack]?.()
process.exit(0)
