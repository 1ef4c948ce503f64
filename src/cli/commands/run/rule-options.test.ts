import { describe, expect, it } from 'vitest'
import { parseArguments } from '../../arguments.ts'
import { attachConfig } from '../configuration/attached.ts'
import { permissionsWithRules, ruleOptions, sandboxOf, sandboxOption } from './rule-options.ts'

const configured = { policy: 'ask' as const, hosts: ['a.b'], commands: ['npm test'] }

function read(words: readonly string[], policy?: 'ask' | 'allow' | 'deny', permissions?: typeof configured) {
  const { values } = parseArguments(words, [sandboxOption, ...ruleOptions])
  attachConfig(values, permissions === undefined ? {} : { permissions })
  return permissionsWithRules(values, { policy, standard: 'ask', cwd: '/repo' })
}

describe('--sandbox', () => {
  it.each([
    [[], undefined],
    [['--sandbox'], true],
    [['--sandbox=off'], false],
  ])('%j', (words, expected) => {
    expect(sandboxOf(parseArguments(words, [sandboxOption]).values)).toBe(expected)
  })

  it('takes no other value', () => {
    expect(() => parseArguments(['--sandbox=on'], [sandboxOption])).toThrow('--sandbox=on is not valid')
  })
})

describe('the rules of a command line', () => {
  it('leave the policy alone without any', () => {
    expect(read([])).toEqual({ permissions: undefined, warnings: [] })
  })

  it('have absolute paths', () => {
    const words = [
      '--allow-host',
      'c.d',
      '--allow-read',
      '../x',
      '--allow-write',
      '~/y',
      '--allow-host',
      'e.f',
    ]
    expect(read(words, 'deny').permissions).toEqual({
      policy: 'deny',
      hosts: ['c.d', 'e.f'],
      read: ['/x'],
      write: ['~/y'],
    })
  })

  it('add to those of the configuration', () => {
    expect(read(['--allow-host', 'c.d'], undefined, configured).permissions).toEqual({
      policy: 'ask',
      hosts: ['a.b', 'c.d'],
      commands: ['npm test'],
    })
  })

  it('warn about configured rules that the policy does not use', () => {
    expect(read([], 'allow', configured)).toEqual({
      permissions: 'allow',
      warnings: ['The configured rules for hosts, commands do not apply under the policy allow'],
    })
    expect(read(['--sandbox=off'], 'ask', configured)).toEqual({
      permissions: { policy: 'ask', commands: ['npm test'] },
      warnings: ['The configured rules for hosts do not apply without the sandbox'],
    })
  })
})
