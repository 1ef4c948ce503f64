import { expect, test } from 'vitest'
import { readFixture } from '../../../../test/read-fixture.ts'
import { readDeclaration, writeDeclaration } from '../../convert.ts'
import { type AcpDeclaration, recognise } from './recognise.ts'

const cases: { what: string; declaration: object; form: string }[] = [
  { what: 'a version 1 answer', declaration: { protocolVersion: 1, agentCapabilities: {} }, form: 'v1' },
  { what: 'a version 1 answer that only names the agent', declaration: { agentInfo: {} }, form: 'v1' },
  {
    what: 'a version 1 body under version 2',
    declaration: { protocolVersion: 2, agentInfo: {} },
    form: 'v1',
  },
  { what: 'an answer without capabilities', declaration: { protocolVersion: 1 }, form: 'v1' },
  { what: 'an answer with nothing but ways to log in', declaration: { authMethods: [] }, form: 'v1' },
  { what: 'a version 2 answer', declaration: { protocolVersion: 2, capabilities: {} }, form: 'v2' },
  { what: 'a version 2 body under version 1', declaration: { protocolVersion: 1, info: {} }, form: 'v2' },
  {
    what: 'the normalized shape',
    declaration: { loadSession: true, mcp: {}, prompt: {} },
    form: 'normalised',
  },
]

test.each(cases)('$what is $form and is read as it is', ({ declaration, form }) => {
  expect(recognise(declaration as AcpDeclaration)).toEqual({ form, declaration })
})

test('puts capabilities alone into a response of their version', () => {
  expect(recognise({ loadSession: true })).toEqual({
    form: 'v1',
    declaration: { agentCapabilities: { loadSession: true } },
  })
  expect(recognise({ session: {} })).toEqual({ form: 'v2', declaration: { capabilities: { session: {} } } })
  expect(recognise({})).toEqual({ form: 'v1', declaration: { agentCapabilities: {} } })
})

test('reads a version 1 body of an agent that echoes version 2 as version 1', () => {
  const { result } = readFixture('acp-initialize/gemini.v1.json') as { result: object }
  const honest = readDeclaration('acp', result)
  const echo = readDeclaration('acp', { ...result, protocolVersion: 2 })
  const { 'acp.protocol-version': echoed, ...facts } = echo.facts
  const { 'acp.protocol-version': said, ...honestFacts } = honest.facts
  expect(facts).toEqual(honestFacts)
  expect([echoed?.value, said?.value]).toEqual([2, 1])
  expect(writeDeclaration('acp', echo, { protocolVersion: 1 }).declaration).toEqual(result)
})
