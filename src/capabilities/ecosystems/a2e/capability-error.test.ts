import { expect, test } from 'vitest'
import { CapabilityError } from '../../capability-error.ts'
import { toA2ECapabilityMissing } from './index.ts'

test('names the capability as the host does', () => {
  const error = new CapabilityError('host.memory', { agent: 'host-1', requested: 'memory', supported: [] })
  expect(toA2ECapabilityMissing(error)).toStrictEqual({
    code: 'capability_missing',
    message: "'host-1' does not support host.memory",
    detail: { capability: 'memory', support: 'unsupported', requested: 'memory', supported: [] },
    retryable: false,
    capability_name: 'memory',
  })
})

test('omits a missing detail', () => {
  expect(
    toA2ECapabilityMissing(new CapabilityError('host.env', { support: 'unknown' })).detail,
  ).toStrictEqual({
    capability: 'env',
    support: 'unknown',
  })
})

test.each([
  ['tools.native', 'tools'],
  ['multi-agent.delegation', 'multi_agent'],
  ['host.planning', 'planning'],
  ['mcp.http', 'mcp.http'],
])('%s is %s to a host', (id, name) => {
  expect(toA2ECapabilityMissing(new CapabilityError(id)).capability_name).toBe(name)
})
