import { describe, expect, test } from 'vitest'
import { readFixture } from '../../test/read-fixture.ts'
import { type Ecosystem, readDeclaration, writeDeclaration } from './convert.ts'
import { dictionary, dictionaryEntry } from './dictionary.ts'
import type { DictionaryPlaces } from './dictionary/row.ts'

interface Column {
  column: keyof DictionaryPlaces
  ecosystem: Ecosystem
  /** Declarations that together say something in every field. */
  files: string[]
  /** Ids the ecosystem keeps for itself, because no canonical one fits. */
  own: string[]
  /** Read without a field of their own, because everything that speaks the protocol has them. */
  always?: string[]
  /** Only written: reading, the field says something else. */
  onlyWritten?: string[]
}

const columns: Column[] = [
  {
    column: 'agUi',
    ecosystem: 'ag-ui',
    files: ['ag-ui.json'],
    own: ['ag-ui.identity'],
    onlyWritten: ['identity.title'],
  },
  { column: 'mux', ecosystem: 'mux', files: ['mux-agent.json', 'mux-agent-without-mcp.json'], own: [] },
  { column: 'model', ecosystem: 'mux', files: ['mux-model.json'], own: [] },
  {
    column: 'acp',
    ecosystem: 'acp',
    files: ['acp-v1.json', 'acp-v2.json'],
    own: ['acp.auth-methods', 'acp.protocol-version', 'acp.providers', 'acp.session.resume'],
  },
  {
    column: 'agentsWire',
    ecosystem: 'acp',
    files: ['agents-wire.json'],
    own: ['acp.session.resume'],
    always: [
      'delivery.immediate',
      'delivery.on-idle',
      'events.<type>',
      'messaging.receive',
      'session.multi-turn',
      'transport.streaming',
    ],
  },
  { column: 'relay', ecosystem: 'relay', files: ['relay.json'], own: ['relay.text-attachments'] },
  { column: 'a2e', ecosystem: 'a2e', files: ['a2e.json'], own: [] },
]

describe.each(columns)('$column', ({ column, ecosystem, files, own, always = [], onlyWritten = [] }) => {
  const profiles = files.map((file) => readDeclaration(ecosystem, readFixture(`declarations/${file}`)))
  const ids = [...new Set(profiles.flatMap(({ facts }) => Object.keys(facts)))]

  test('reads only ids of the dictionary or of its own namespace', () => {
    expect(ids.filter((id) => dictionaryEntry(id) === undefined).toSorted()).toEqual(own)
  })

  test('reads exactly the fields of its column', () => {
    const read = new Set(ids.flatMap((id) => dictionaryEntry(id)?.id ?? []))
    const listed = dictionary.filter((entry) => entry[column] !== undefined).map(({ id }) => id)
    expect([...read].filter((id) => !listed.includes(id)).toSorted()).toEqual(always)
    expect(listed.filter((id) => !read.has(id))).toEqual(onlyWritten)
  })

  test('restores its declarations', () => {
    for (const [index, profile] of profiles.entries()) {
      const declaration = readFixture(`declarations/${files[index]}`) as { protocolVersion?: 1 | 2 }
      const { protocolVersion } = declaration
      const options = protocolVersion === undefined ? {} : { protocolVersion }
      expect(writeDeclaration(ecosystem, profile, options)).toEqual({
        declaration,
        notCarried: [],
        assumed: [],
      })
    }
  })
})

test('has unique ids: dotted nouns in kebab case', () => {
  const ids = dictionary.map(({ id }) => id)
  const noun = /^[a-z]+(-[a-z]+)*(\.([a-z]+(-[a-z]+)*|<[a-z]+>))*$/
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(ids.filter((id) => !noun.test(id))).toEqual([])
})

test('has a meaning and a field of some ecosystem for every entry', () => {
  expect(dictionary.filter(({ means }) => means === '')).toEqual([])
  const places = ['agUi', 'mux', 'model', 'acp', 'agentsWire', 'relay', 'a2e'] as const
  expect(dictionary.filter((entry) => places.every((place) => entry[place] === undefined))).toEqual([])
})

test('has values for these ids', () => {
  expect(dictionary.filter(({ value }) => value !== undefined).map(({ id }) => id)).toEqual([
    'identity.name',
    'identity.title',
    'identity.version',
    'identity.description',
    'identity.provider',
    'identity.type',
    'identity.documentation',
    // Open: each agent has its own details, so there is no type for it.
    'session.system-prompt',
    'session.persistence',
    'output.mime-types',
    'thinking.effort',
    'thinking.budget',
    'tools.native',
    'tools.approval',
    'skills',
    'multi-agent.delegation',
    'execution.parallel',
    'execution.max-iterations',
    'execution.max-time',
    'plugins',
    'process.platforms',
    'auth',
    'install',
    'model.agent',
    'model.id',
    'model.alias',
    'model.name',
    'model.deprecated',
    'model.context-window',
    'model.max-output',
    'model.max-thinking',
    'model.price',
    'model.provider',
    'model.protocol',
    'model.deployment',
    'model.selection',
    'model.data',
    // Families: anything may be in these.
    'host.<capability>',
    'custom.<namespace>.<name>',
  ])
})

describe('finding an entry', () => {
  test.each([
    ['session.load', 'session.load'],
    ['events.status.changed', 'events.<type>'],
    ['host.tools', 'host.<capability>'],
    ['custom.acp.steering', 'custom.<namespace>.<name>'],
  ])('%s is %s', (id, entry) => {
    expect(dictionaryEntry(id)?.id).toBe(entry)
  })

  test.each(['session', 'own.thing', 'constructor', '__proto__', ''])('finds no entry for %j', (id) => {
    expect(dictionaryEntry(id)).toBeUndefined()
  })
})
