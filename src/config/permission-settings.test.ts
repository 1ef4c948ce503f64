import { expect, it, test } from 'vitest'
import type { Config } from './config.ts'
import { placedPermissions } from './permission-settings.ts'
import { configOf, keyOf, mergeSettings, settingsOf } from './settings.ts'
import { tighten } from './tighten.ts'

const at = (config: Config, source: 'user' | 'project') => settingsOf(config, { source, from: source })

it('keeps each rule as a value of its own, so that a stronger source replaces only what it sets', () => {
  const user = at({ permissions: { policy: 'ask', hosts: ['a.b'], commands: ['npm test'] } }, 'user')
  const project = at({ permissions: { hosts: [], commands: { deny: ['rm *'] } } }, 'project')
  expect(configOf(mergeSettings([...user, ...project]))).toEqual({
    permissions: { policy: 'ask', hosts: [], commands: { allow: ['npm test'], deny: ['rm *'] } },
  })
  expect(configOf(at({ permissions: { policy: 'deny' } }, 'user'))).toEqual({ permissions: 'deny' })
})

test.each<[string, Config, string[], string[]]>([
  ['fewer hosts', { permissions: { hosts: ['a.b'] } }, ['permissions.hosts'], []],
  ['another host', { permissions: { hosts: ['a.b', 'e.f'] } }, [], ['permissions.hosts']],
  ['a path', { permissions: { write: ['/x'] } }, [], ['permissions.write']],
  ['a command', { permissions: { commands: ['rm *'] } }, [], ['permissions.commands.allow']],
  ['a tool', { permissions: { tools: { allow: ['Bash'] } } }, [], ['permissions.tools.allow']],
  ['a stricter policy', { permissions: { policy: 'deny' } }, ['permissions'], []],
  ['a looser policy', { permissions: { policy: 'allow' } }, [], ['permissions']],
  ['no sandbox', { sandbox: false }, [], ['sandbox']],
  ['the sandbox', { sandbox: true }, ['sandbox'], []],
])('an untrusted project with %s', (_, project, kept, ignored) => {
  const base: Config = { permissions: { policy: 'ask', hosts: ['a.b', 'c.d'], commands: ['npm test'] } }
  const split = tighten(at(project, 'project'), base)
  expect([split.kept.map(keyOf), split.ignored.map(keyOf)]).toEqual([kept, ignored])
})

it('adds the refusals of an untrusted project to those of the user', () => {
  const base: Config = { permissions: { commands: { deny: ['rm *'] } } }
  const { kept } = tighten(at({ permissions: { commands: { deny: ['curl *'] } } }, 'project'), base)
  expect(kept.map(({ value }) => value)).toEqual([['rm *', 'curl *']])
})

it('reads relative paths from the folder of the file', () => {
  expect(placedPermissions({ read: ['data', '~/x', '/y'] }, '/repo')).toEqual({
    read: ['/repo/data', '~/x', '/y'],
  })
})
