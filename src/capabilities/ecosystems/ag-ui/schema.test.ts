import { AgentCapabilitiesSchema } from '@ag-ui/core/schemas'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agUiDeclaration } from '../../../../test/arbitraries/ag-ui.ts'
import { readFixture } from '../../../../test/read-fixture.ts'
import { withField } from '../../../../test/with-field.ts'
import { agUiCapabilitiesSchema } from './schema.ts'

/** What our schema and that of `@ag-ui/core` say. */
function verdicts(data: unknown): { ours: boolean; theirs: boolean } {
  return {
    ours: agUiCapabilitiesSchema.safeParse(data).success,
    theirs: AgentCapabilitiesSchema.safeParse(data).success,
  }
}

describe('both accept', () => {
  test.each<[string, unknown]>([
    ['nothing', {}],
    ['everything', readFixture('declarations/ag-ui.json')],
    ['empty categories', { identity: {}, tools: {}, multimodal: { input: {} }, custom: {} }],
    ['unknown keys', { own: 1, tools: { own: null }, humanInTheLoop: { own: [] } }],
    ['a limit of nothing', { execution: { maxIterations: 0 } }],
    ['a tool without parameters', { tools: { items: [{ name: 'a', description: '' }] } }],
    ['parameters that are no schema', { tools: { items: [{ name: 'a', description: '', parameters: 1 }] } }],
    ['anything in custom', { custom: { a: null, b: [1], c: { d: 'e' } } }],
    ['a field that is undefined', { transport: { streaming: undefined }, tools: undefined }],
  ])('%s', (_, data) => {
    expect(verdicts(data)).toEqual({ ours: true, theirs: true })
  })
})

describe('both reject', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['a category that is null', { transport: null }],
    ['a category that is a list', { reasoning: [] }],
    ['a word for a flag', { transport: { streaming: 'yes' } }],
    ['a number for a flag', { state: { memory: 1 } }],
    ['null for a flag', { multimodal: { input: { image: null } } }],
    ['a number for text', { identity: { version: 1 } }],
    ['metadata that is a list', { identity: { metadata: [] } }],
    ['a limit that is not whole', { execution: { maxIterations: 1.5 } }],
    ['a limit below nothing', { execution: { maxExecutionTime: -1 } }],
    ['a limit that is not safe', { execution: { maxIterations: 2 ** 53 } }],
    ['a limit without end', { execution: { maxExecutionTime: Infinity } }],
    ['a tool without a description', { tools: { items: [{ name: 'a' }] } }],
    ['parameters that are null', { tools: { items: [{ name: 'a', description: '', parameters: null }] } }],
    ['a tool that is a name', { tools: { items: ['a'] } }],
    ['tools by their name', { tools: { items: { a: {} } } }],
    ['a subagent without a name', { multiAgent: { subagents: [{ description: 'a' }] } }],
    [
      'a subagent whose description is null',
      { multiAgent: { subagents: [{ name: 'a', description: null }] } },
    ],
    ['MIME types that are not text', { output: { supportedMimeTypes: [1] } }],
    ['a list as custom', { custom: [] }],
    ['null as custom', { custom: null }],
  ])('%s', (_, data) => {
    expect(verdicts(data)).toEqual({ ours: false, theirs: false })
  })
})

test('checks the old name of subagents, which is only an unknown key for AG-UI', () => {
  expect(verdicts({ multiAgent: { subAgents: 'scout' } })).toEqual({ ours: false, theirs: true })
  expect(verdicts({ multiAgent: { subAgents: [{ name: 'scout' }] } })).toEqual({ ours: true, theirs: true })
})

test('accepts every declaration in both', () => {
  fc.assert(
    fc.property(agUiDeclaration, (declaration) => {
      expect(verdicts(declaration)).toEqual({ ours: true, theirs: true })
    }),
  )
})

describe('a declaration with one replaced value', () => {
  const everything = readFixture('declarations/ag-ui.json') as object
  const paths = pathsIn(everything).filter((path) => !path.includes('subAgents'))
  const others = [null, true, 0, 1.5, -1, 2 ** 53, '', 'yes', [], [null], ['a'], [{ name: 'a' }], {}]
  const thing = fc.constantFrom<unknown[]>(...others)

  test('gets the same result from both', () => {
    const outcomes = { taken: 0, refused: 0 }
    fc.assert(
      fc.property(fc.constantFrom(...paths), thing, (path, content) => {
        const { ours, theirs } = verdicts(withField(everything, path, content))
        expect(ours).toBe(theirs)
        outcomes[ours ? 'taken' : 'refused'] += 1
      }),
      { numRuns: 500 },
    )
    expect(Math.min(outcomes.taken, outcomes.refused)).toBeGreaterThan(20)
  })
})

/** Every path to a field, also inside of lists. */
function pathsIn(data: unknown, path: string[] = []): string[][] {
  if (typeof data !== 'object' || data === null) return [path]
  const below = Object.entries(data).flatMap(([key, content]) => pathsIn(content, [...path, key]))
  return path.length === 0 ? below : [path, ...below]
}
