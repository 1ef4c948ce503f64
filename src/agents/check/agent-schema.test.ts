import { Validator } from '@cfworker/json-schema'
import { describe, expect, it } from 'vitest'
import { agentCatalog } from '../catalog.ts'
import { readDefinitions } from './read-definitions.ts'
import schema from '../agent.schema.json' with { type: 'json' }

const validator = new Validator(schema as ConstructorParameters<typeof Validator>[0], '7', false)
const isFine = (data: unknown): boolean => validator.validate(data).valid

/** What the check of a file says about the same data. */
function isRead(data: unknown): boolean {
  try {
    return readDefinitions(data).length > 0
  } catch {
    return false
  }
}

const acp = { binary: 'mine', arguments: ['--acp'] }

describe('the JSON Schema of agent definitions', () => {
  it.each<[string, unknown]>([
    ['an id and a command', { id: 'mine', acp: { binary: 'mine' } }],
    [
      'a list',
      [
        { id: 'mine', acp },
        { id: 'other', acp },
      ],
    ],
    ['the address of the schema', { $schema: './agent.schema.json', id: 'mine', acp }],
    ['models', { id: 'mine', acp, modelList: [{ id: 'a', price: { input: 1, output: 2 } }] }],
    ['a fact', { id: 'mine', acp, facts: { 'prompt.image': { support: 'supported', basis: 'docs' } } }],
    [
      'a fact per transport',
      { id: 'mine', acp, facts: { 'prompt.image': { cli: { support: 'supported', basis: 'docs' } } } },
    ],
    ['a login', { id: 'mine', acp, auth: { variables: ['MY_KEY'] } }],
  ])('accepts %s, as reading the file does', (_, data) => {
    expect({ schema: isFine(data), file: isRead(data) }).toEqual({ schema: true, file: true })
  })

  it.each<[string, unknown]>([
    ['no id', { acp }],
    ['an id with spaces', { id: 'My agent', acp }],
    ['an unknown field', { id: 'mine', acp, modles: [] }],
    ['an unknown field of acp', { id: 'mine', acp: { ...acp, args: [] } }],
    ['an unknown support', { id: 'mine', acp, facts: { 'prompt.image': { support: 'yes', basis: 'docs' } } }],
    ['a negative price', { id: 'mine', acp, modelList: [{ id: 'a', price: { input: -1, output: 2 } }] }],
  ])('rejects %s, as reading the file does', (_, data) => {
    expect({ schema: isFine(data), file: isRead(data) }).toEqual({ schema: false, file: false })
  })

  it('accepts every definition of the catalog that is data', () => {
    const rejected = Object.values(agentCatalog).filter(
      (definition) => !isFine(JSON.parse(JSON.stringify(definition))),
    )
    expect(rejected.map(({ id }) => id)).toEqual([])
  })
})
