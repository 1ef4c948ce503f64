import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { CapstanError } from '../../core/capstan-error.ts'
import { JsonRpcConnection } from './json-rpc-connection.ts'

interface Setup {
  connection: JsonRpcConnection
  input: PassThrough
  seen: unknown[]
  ended: Promise<void>
}

/** A connection over two pipes whose handler waits for what `drained` gives. */
function connect(drained: (count: number) => Promise<void> | undefined = () => undefined): Setup {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const seen: unknown[] = []
  const end = Promise.withResolvers<void>()
  const take = (value: unknown): Promise<void> | undefined => drained(seen.push(value))
  const connection = new JsonRpcConnection({
    agent: 'sample',
    input,
    output,
    handlers: {
      request: () => Promise.resolve(null),
      notification: (_method, params) => take(params),
      stray: take,
    },
    onBadLine: (error) => take(error.code),
    onEnd: end.resolve,
  })
  return { connection, input, seen, ended: end.promise }
}

const line = (params: unknown): string => `${JSON.stringify({ method: 'n', params })}\n`

describe('order', () => {
  test('messages and bad lines come one after another, and the end comes last', async () => {
    const { input, seen, ended } = connect()
    input.end(`${line(1)}no json\n${line(2)}{"id":5,"result":1}\n${line(3)}`)
    await ended
    expect(seen).toEqual([1, 'JSON_LINE_INVALID', 2, { id: 5, result: 1 }, 3])
  })

  test('nothing is handed over while the handler is busy, and the pipe is not read', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { connection, input, seen, ended } = connect((count) => gates[count - 1]?.promise)
    input.write(`${line(1)}${line(2)}${line(3)}`)
    await new Promise((resolve) => setImmediate(resolve))
    expect([seen, connection.isBlocked, input.isPaused()]).toEqual([[1], true, true])
    input.end(line(4))
    gates[0]?.resolve()
    await new Promise((resolve) => setImmediate(resolve))
    expect([seen, connection.isBlocked]).toEqual([[1, 2], true])
    gates[1]?.resolve()
    await ended
    expect(seen).toEqual([1, 2, 3, 4])
  })

  test('an answer is given only after all that came before it', async () => {
    const gate = Promise.withResolvers<void>()
    const { connection, input, seen } = connect((count) => (count === 1 ? gate.promise : undefined))
    const answer = connection.peer.request('ask', {}).then((result) => [result, [...seen]])
    input.write(`${line('first')}${line('second')}{"id":0,"result":"done"}\n`)
    await new Promise((resolve) => setImmediate(resolve))
    gate.resolve()
    expect(await answer).toEqual(['done', ['first', 'second']])
  })
})

test('an answer that is owed within a time does not wait for the handler', async () => {
  const gate = Promise.withResolvers<void>()
  const { connection, input, seen } = connect(() => gate.promise)
  input.write(line('first'))
  await new Promise((resolve) => setImmediate(resolve))
  expect([connection.isBlocked, seen]).toEqual([true, ['first']])
  const answer = connection.peer.request('ask', {}, { timeoutMs: 10_000 })
  input.write(`${line('second')}{"id":0,"result":"done"}\n${line('third')}${line('fourth')}`)
  expect([await answer, connection.isBlocked, seen]).toEqual(['done', true, ['first', 'second', 'third']])
  gate.resolve()
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen).toEqual(['first', 'second', 'third', 'fourth'])
})

test('closing lets go what comes and fails what waits', async () => {
  const { connection, input, seen } = connect()
  const answer = connection.peer.request('ask', {})
  connection.close(new CapstanError('CONNECTION_CLOSED', 'closed'))
  await expect(answer).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  input.write(line(1))
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen).toEqual([])
})
