import { expect, it } from 'vitest'
import { HostRules } from '../../proxy/hosts/host-rules.ts'
import type { PermissionRequestedEvent } from '../../events/permission.ts'
import type { PermissionQuestion } from '../api/permission-policy.ts'
import { ruleGrant, shownGrant } from './call-grant.ts'

function question(change: Partial<PermissionQuestion>): PermissionQuestion {
  const request: PermissionRequestedEvent = { type: 'permission.requested', requestId: 'r', options: [] }
  return {
    kind: undefined,
    tool: undefined,
    paths: [],
    command: undefined,
    unknownFields: [],
    request,
    ...change,
  }
}

const hostsOf = (command: string): readonly string[] => shownGrant(question({ command })).hosts

it('finds the hosts that a command names', () => {
  expect(hostsOf('curl https://a.test/x wss://B.test:8443 http://[::1]:80/ https://user@evil.test/')).toEqual(
    ['a.test', 'B.test:8443', '[::1]:80', 'user'],
  )
})

it('leaves out what is no host, so that all others can be allowed', () => {
  const hosts = hostsOf('grep "http://..." "https://./" http://a.test:123456 http://1.2.3.4.5 http://b.test')
  expect(hosts).toEqual(['b.test'])
  expect(() => new HostRules(hosts)).not.toThrow()
})

it.each([
  ['nothing for a call that reads', { kind: 'read', paths: ['a'] }, 'none'],
  ['nothing for a call that fetches', { kind: 'fetch', paths: [] }, 'none'],
  ['the named files for an edit', { kind: 'edit', paths: ['a'] }, ['a']],
  ['every file for an edit that names none', { kind: 'edit' }, 'any'],
  ['every file for a command, whatever its kind is', { kind: 'read', command: 'make' }, 'any'],
  ['every file for a call of an unknown kind', {}, 'any'],
] as const)('lets a person allow changes of %s', (_, asked, writes) => {
  expect(shownGrant(question(asked)).writes).toEqual(writes)
})

it('lets a rule open no host', () => {
  expect(ruleGrant(question({ command: 'curl https://a.test' }))).toEqual({ writes: 'any', hosts: [] })
})
