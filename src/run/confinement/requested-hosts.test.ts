import { expect, it } from 'vitest'
import type { PermissionRequestedEvent } from '../../events/permission.ts'
import { HostRules } from '../../proxy/hosts/host-rules.ts'
import { requestedHosts } from './requested-hosts.ts'

function hostsOf(command: string): string[] {
  const toolCall = { toolCallId: '1', title: 'run', input: { command } }
  return requestedHosts({ subject: { type: 'tool-call', toolCall } } as unknown as PermissionRequestedEvent)
}

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
