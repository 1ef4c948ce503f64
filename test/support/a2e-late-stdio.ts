import { createInterface } from 'node:readline'

/**
 * A host as the reference host behaves: `enabled` is omitted, and the output of a process carries the id of the request that
 * started it, before and after the response.
 */
const send = (type: string, fields: object): void => {
  const id = crypto.randomUUID().replaceAll('-', '')
  process.stdout.write(`${JSON.stringify({ type, id, version: '1.0', ts: Date.now() / 1000, ...fields })}\n`)
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { type, id } = JSON.parse(line) as { type: string; id: string }
  if (type === 'handshake/req')
    send('handshake/resp', { req_id: id, session_id: 's', accepted_caps: [{ capability: 'proc' }] })
  if (type !== 'proc/spawn/req') return
  const output = (seq: number, text: string): void =>
    send('proc/read/event', { req_id: id, proc_id: 'p', stream_type: 'stdout', seq, data: { text } })
  output(0, 'one')
  send('proc/spawn/resp', { req_id: id, proc_id: 'p', ok: true, pid: 1 })
  output(1, 'two')
  setTimeout(() => output(2, 'three'), 20)
})
