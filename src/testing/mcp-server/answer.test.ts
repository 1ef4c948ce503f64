import { expect, it } from 'vitest'
import { answerMcp } from './answer.ts'
import { manifest } from '../../../test/support/package.ts'

it('answers an MCP client as a server with one tool', () => {
  const ask = (method: string, params?: { protocolVersion?: string }): unknown =>
    answerMcp({ id: 1, method, ...(params === undefined ? {} : { params }) }, 'a word')
  expect(ask('initialize', { protocolVersion: '2024-11-05' })).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: {
      protocolVersion: '2024-11-05',
      capabilities: { tools: {} },
      serverInfo: { name: 'capstan-contract', version: manifest.version },
    },
  })
  expect(ask('tools/list')).toMatchObject({ result: { tools: [{ name: 'contract_word' }] } })
  expect(ask('tools/call')).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: { content: [{ type: 'text', text: 'a word' }] },
  })
  expect(ask('ping')).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  expect(ask('resources/list')).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32601, message: 'Unknown method resources/list' },
  })
  expect(answerMcp({ method: 'notifications/initialized' }, 'a word')).toBe(undefined)
})
