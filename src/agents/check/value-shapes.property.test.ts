import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { muxAgentDeclaration } from '../../../test/arbitraries/mux-agent.ts'
import { muxModelDeclaration } from '../../../test/arbitraries/mux-model.ts'
import { modelToProfile, toProfile } from '../../capabilities/ecosystems/mux/index.ts'
import { valueSchemas } from '../../capabilities/value-schemas.ts'
import { valueShapes } from './value-shapes.ts'

type Id = keyof typeof valueSchemas

const ids = Object.keys(valueSchemas) as Id[]

const fitsShape = (id: Id, value: unknown): boolean => valueShapes[id](value, []).length === 0
const fitsSchema = (id: Id, value: unknown): boolean => valueSchemas[id].safeParse(value).success

const word = fc.constantFrom(
  'none',
  'file',
  'directory',
  'yolo',
  'npm',
  'all',
  'darwin',
  'chat',
  'local',
  'bundled',
  'x',
)
const leaf = fc.oneof(
  word,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
)
const key = fc.constantFrom(
  ...`name description format formats registries required modes methods files key value url searchable since input
  lastUpdated source parameters metadata platform type command notes installCommand modelId successor`.split(
    /\s+/,
  ),
)
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}))

describe('the handwritten shapes and the schemas', () => {
  test('have the same ids', () => {
    expect(Object.keys(valueShapes).toSorted()).toEqual(ids.toSorted())
  })

  test.each(ids)('agree on any value of %s', (id) => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(fitsShape(id, value)).toBe(fitsSchema(id, value))
      }),
      { numRuns: 300 },
    )
  })

  test('agree on valid and slightly invalid declarations', () => {
    const profiles = fc.oneof(
      muxAgentDeclaration.map((declaration) => toProfile(declaration)),
      muxModelDeclaration.map((declaration) => modelToProfile(declaration)),
    )
    fc.assert(
      fc.property(profiles, leaf, fc.nat(), (profile, stray, place) => {
        for (const { id, value } of Object.values(profile.facts)) {
          if (value === undefined || !Object.hasOwn(valueSchemas, id)) continue
          for (const data of [value, changed(value, stray, place)]) {
            expect([id, fitsShape(id as Id, data)]).toEqual([id, fitsSchema(id as Id, data)])
          }
        }
      }),
      { numRuns: 200 },
    )
  })
})

/** The same data with one of its leaves replaced. */
function changed(value: unknown, stray: unknown, place: number): unknown {
  if (typeof value !== 'object' || value === null) return stray
  const entries = Object.entries(value)
  if (entries.length === 0) return stray
  const at = place % entries.length
  const mapped = entries.map(([name, child], index) => [
    name,
    index === at ? changed(child, stray, Math.floor(place / entries.length)) : child,
  ])
  return Array.isArray(value) ? mapped.map(([, child]) => child) : Object.fromEntries(mapped)
}
