import { describe, expect, test } from 'vitest'
import { ValidationError } from '../../core/validation-error.ts'
import { agentCatalog } from '../catalog.ts'
import { checkDefinition, definitionIssues } from './check-definition.ts'

const good = agentCatalog.claude
const withFact = (id: string, fact: unknown): unknown => ({ ...good, facts: { ...good.facts, [id]: fact } })
const without = (field: string): unknown =>
  Object.fromEntries(Object.entries(good).filter(([key]) => key !== field))

function found(data: unknown): string[] {
  return definitionIssues(data).map(({ path, message }) => `${path.join('.')} ${message}`)
}

test('accepts a definition with custom fact ids', () => {
  expect(found(good)).toEqual([])
  expect(found(withFact('custom.example.thing', { support: 'supported', value: 7, basis: 'run' }))).toEqual(
    [],
  )
  expect(
    found({ ...good, package: undefined, seen: undefined, acp: undefined, flags: {}, thinking: [] }),
  ).toEqual([])
})

test.each([
  [undefined, [' must be an object']],
  [[], [' must be an object']],
  [without('facts'), ['facts is missing']],
  [without('binaries'), ['binaries is missing']],
  [{ ...good, binaries: [] }, ['binaries must have at least 1 item']],
  [{ ...good, id: '' }, ['id must be lowercase letters, digits and hyphens']],
  [{ ...good, id: '../other' }, ['id must be lowercase letters, digits and hyphens']],
  [{ ...good, binary: 'claude' }, ['binary is an unknown field']],
  [{ ...good, package: { name: 'x', binary: 'x' } }, ['package.version is missing']],
  [{ ...good, package: { ...good.package, installScripts: false } }, ['package.installScripts must be true']],
  [
    { ...good, install: [{ platform: 'linux', type: 'apt', command: 1 }] },
    [
      'install.0.type must be npm, brew, gh-extension, curl, winget, scoop, manual, pip or nix',
      'install.0.command must be text',
    ],
  ],
  [
    { ...good, auth: { methods: ['api-key'], files: [], variables: 'KEY' } },
    [
      'auth.methods.0 must be api_key, oauth, oauth_device, browser_login, token_file, keychain, github_token, config_file or none',
      'auth.variables must be a list',
    ],
  ],
  [{ ...good, acp: { binary: 'x', arguments: [1] } }, ['acp.arguments.0 must be text']],
  [
    { ...good, acp: { binary: 'x', arguments: [], errorTexts: ['^Error', '('] } },
    ['acp.errorTexts.1 must be a regular expression'],
  ],
  [
    { ...good, observed: { version: '1', at: '2026-11-16', by: 'x 1', facts: { a: { support: 'yes' } } } },
    [
      'observed.facts.a.support must be supported, unsupported or unknown',
      'observed.facts.a.check is missing',
    ],
  ],
  [{ ...good, outputReader: './reader.js' }, ['outputReader must be a function']],
  [
    { ...good, acp: { binary: 'x', arguments: [], environment: { A: 1 } } },
    ['acp.environment.A must be text'],
  ],
  [{ ...good, acp: { ...good.acp, protocolVersion: 3 } }, ['acp.protocolVersion must be 1 or 2']],
  [
    { ...good, acp: { ...good.acp, advertised: { 1: [''], 3: [] } } },
    ['acp.advertised.1.0 must be text that is not empty', 'acp.advertised.3 is an unknown field'],
  ],
  [
    { ...good, maker: { documentation: 1 } },
    ['maker.name is missing', 'maker.documentation must be text that is not empty'],
  ],
  [{ ...good, flags: { effort: { arguments: [], basis: 'run' } } }, ['flags.effort is an unknown field']],
  [
    { ...good, flags: { model: { arguments: ['-m'], basis: 'hearsay' } } },
    ['flags.model.basis must be run, help, docs or none'],
  ],
  [
    { ...good, thinking: [{ sets: 'effort', transport: 'acp', by: { kind: 'magic' }, basis: 'run' }] },
    ['thinking.0.by.kind must be arguments, environment, settings or session-option'],
  ],
  [
    { ...good, thinking: [{ sets: 'effort', transport: 'acp', by: { kind: 'environment' }, basis: 'run' }] },
    ['thinking.0.by.variable is missing'],
  ],
  [
    {
      ...good,
      thinking: [
        {
          sets: 'off',
          transport: 'cli',
          by: { kind: 'arguments', arguments: ['--calm'] },
          models: 'all',
          otherLevels: 'kept',
          changed: [{ levels: { max: 1 } }],
          basis: 'run',
        },
      ],
    },
    [
      'thinking.0.models must be a list',
      'thinking.0.otherLevels must be sent or ignored',
      'thinking.0.changed.0.levels.max must be text',
    ],
  ],
  [{ ...good, impostors: [{ registry: 'pip', name: 'x', is: 'y' }] }, ['impostors.0.registry must be npm']],
])('lists the issues of %#', (data, issues) => {
  expect(found(data)).toEqual(issues)
})

describe('facts', () => {
  test.each([
    [
      'skills',
      { support: 'yes', basis: 'run' },
      ['facts.skills.support must be supported, unsupported or unknown'],
    ],
    [
      'skills',
      { support: 'supported', basis: 'none' },
      ['facts.skills must be unknown because the fact has no basis'],
    ],
    ['skills', { support: 'supported', basis: 'run', says: 1 }, ['facts.skills.says is an unknown field']],
    [
      'skills',
      { support: 'supported', basis: 'run', value: { format: 'zip' } },
      ['facts.skills.value.format must be file, directory, npm-package or null'],
    ],
    [
      'thinking.effort',
      { support: 'supported', basis: 'run', value: ['low', 2] },
      ['facts.thinking.effort.value.1 must be text'],
    ],
    [
      'thinking.budget',
      { support: 'supported', basis: 'run', value: [1024] },
      ['facts.thinking.budget.value must be a list of 2 items'],
    ],
    [
      'execution.parallel',
      { support: 'supported', basis: 'run', value: -1 },
      ['facts.execution.parallel.value must be a number of at least 0'],
    ],
  ])('rejects an invalid %s', (id, fact, issues) => {
    expect(found(withFact(id, fact))).toEqual(issues)
  })

  test('requires all facts of the total shape', () => {
    const { 'session.fork': _, 'agents-md': __, ...facts } = good.facts
    expect(found({ ...good, facts })).toEqual(['facts.session.fork is missing', 'facts.agents-md is missing'])
  })
})

test('names the first issue in the message and lists all', () => {
  const refusal = (): void => checkDefinition({ ...good, id: 1, name: 2, extra: 3 })
  expect(refusal).toThrow(ValidationError)
  expect(refusal).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      message: 'Invalid agent definition: id must be lowercase letters, digits and hyphens (and 2 more)',
      issues: [
        { path: ['id'], message: 'must be lowercase letters, digits and hyphens' },
        { path: ['name'], message: 'must be text that is not empty' },
        { path: ['extra'], message: 'is an unknown field' },
      ],
    }),
  )
  expect(() => checkDefinition('claude')).toThrow('Invalid agent definition: it must be an object')
})
