import { describe, expect, it } from 'vitest'
import { readDefinitions } from './read-definitions.ts'
import { createAdapterRegistry } from '../registry.ts'
import { eachFact } from '../definition/definition-fact.ts'

describe('readDefinitions', () => {
  it('needs only an id and a start command; other facts are unknown', () => {
    const [definition] = readDefinitions({ id: 'mine', acp: { binary: 'mine-agent' } })
    const { facts, ...others } = definition ?? { facts: {} }
    expect(others).toEqual({
      id: 'mine',
      name: 'mine',
      binaries: ['mine-agent'],
      install: [],
      auth: { methods: [], files: [], variables: [] },
      acp: { binary: 'mine-agent', arguments: [] },
    })
    expect(
      new Set(
        Object.values(facts)
          .flatMap(eachFact)
          .map(({ fact }) => fact.support),
      ),
    ).toEqual(new Set(['unknown']))
  })

  it('keeps the given fields', () => {
    const written = {
      id: 'mine',
      name: 'My Agent',
      binaries: ['my', 'my-agent'],
      package: { name: '@me/agent', version: '1.0.0', binary: 'my' },
      auth: { variables: ['MY_KEY'] },
      facts: { 'thinking.supported': { support: 'unsupported', basis: 'docs' } },
      acp: { binary: 'my', arguments: ['acp'] },
    }
    const [definition] = readDefinitions(written)
    expect(definition).toMatchObject({
      ...written,
      auth: { methods: [], files: [], variables: ['MY_KEY'] },
      install: [{ platform: 'all', type: 'npm', command: 'npm install -g @me/agent' }],
    })
  })

  it('returns valid definitions', () => {
    const registry = createAdapterRegistry(readDefinitions([{ id: 'one' }, { id: 'two' }]))
    expect(registry.list().map(({ id, capabilities }) => [id, capabilities.supportsThinking])).toEqual([
      ['one', false],
      ['two', false],
    ])
  })

  it.each([
    ['text', 'Invalid agent definition: it must be an object'],
    [{}, 'Invalid agent definition: id is missing (and 2 more)'],
    [
      { id: 'mine', acp: { binary: 'mine', argument: [] } },
      'Invalid agent definition: acp.argument is an unknown field',
    ],
    [
      [{ id: 'mine' }, { id: 'other', facts: { 'thinking.supported': { support: 'no', basis: 'docs' } } }],
      'Definition 2: Invalid agent definition: facts.thinking.supported.support must be supported, unsupported or unknown',
    ],
  ])('rejects %j', (written, message) => {
    expect(() => readDefinitions(written)).toThrowError(
      expect.objectContaining({ code: 'VALIDATION_ERROR', message }) as Error,
    )
  })
})
