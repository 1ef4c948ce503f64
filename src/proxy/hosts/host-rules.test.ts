import { describe, expect, it } from 'vitest'
import { HostRules } from './host-rules.ts'
import { isLocalAddress } from './local-addresses.ts'
import { targetOf } from './target.ts'

function allows(rule: string, authority: string): boolean | undefined {
  const target = targetOf(authority, true)
  return target && new HostRules([rule]).includes(target)
}

describe('a rule for hosts', () => {
  it.each([
    ['api.test', 'api.test:443', true],
    ['api.test', 'API.Test.:8443', true],
    ['API.TEST.', 'api.test:443', true],
    ['api.test', 'x.api.test:443', false],
    ['api.test', 'xapi.test:443', false],
    ['api.test:443', 'api.test:443', true],
    ['api.test:443', 'api.test:80', false],
    ['*.api.test', 'a.b.api.test:443', true],
    ['*.api.test', 'api.test:443', false],
    ['*.api.test:443', 'a.api.test:80', false],
    ['*', 'anything.test:1', true],
    ['10.0.0.1', '10.0.0.1:443', true],
    ['10.0.0.1', '0x0a.1:443', true],
    ['::1', '[::1]:443', true],
    ['[::1]:80', '[0:0:0:0:0:0:0:1]:80', true],
    ['[::1]:80', '[::1]:443', false],
    ['münchen.test', 'xn--mnchen-3ya.test:443', true],
  ])('%s for %s: %s', (rule, authority, expected) => {
    expect(allows(rule, authority)).toBe(expected)
  })

  it.each(['', 'a b', 'http://a.test', 'a/b', '*.*', 'user@a.test', 'a.*.test', '*.10.0.0.1'])(
    'rejects %j',
    (rule) => {
      expect(() => new HostRules([rule])).toThrow('must be a host name')
    },
  )
})

it.each([
  'api.test:0',
  'api.test:70000',
  'user@api.test:1',
  'api.test:443/x',
  '',
  ':443',
  '[::1',
  'a b:1',
  '...:1',
  '127.0.0.1..:1',
  '.localhost:1',
])('does not read %j as a target', (authority) => {
  expect(targetOf(authority, true)).toBeUndefined()
})

it.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['0.0.0.0', true],
  ['169.254.169.254', true],
  ['::1', true],
  ['::', true],
  ['fe80::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['64:ff9b::7f00:1', true],
  ['::127.0.0.1', true],
  ['fd00:ec2::254', true],
  ['fd20:ce::254', true],
  ['100.100.100.200', true],
  ['192.0.0.192', true],
  ['10.1.2.3', false],
  ['93.184.216.34', false],
  ['2606:2800:220:1::1', false],
])('knows whether %s is this machine: %s', (address, expected) => {
  expect(isLocalAddress(address)).toBe(expected)
})
