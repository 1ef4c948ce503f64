import * as fc from 'fast-check'

/** Names that are traps for code that treats an object as a dictionary. */
const oddName = fc.constantFrom('__proto__', 'constructor', 'toString', 'a.b', '', '0', 'kebab-case')

export const name = fc.oneof(fc.string({ maxLength: 8 }), oddName)

export const text = fc.string({ maxLength: 12 })

export const flag = fc.boolean()

/** As it comes out of `JSON.parse`, and without -0, which JSON cannot write. */
export const json = fc
  .jsonValue({ maxDepth: 2, depthSize: 'small' })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown)

/** An object with any names beside `known`, often none at all. */
export function extras(known: readonly string[] = [], value: fc.Arbitrary<unknown> = json) {
  const entries = fc.uniqueArray(fc.tuple(name, value), { maxLength: 2, selector: ([key]) => key })
  return fc
    .oneof({ arbitrary: fc.constant([]), weight: 2 }, { arbitrary: entries, weight: 1 })
    .map((list) => Object.fromEntries(list.filter(([key]) => !known.includes(key))))
}

/** Any object that has something in it. */
export const details: fc.Arbitrary<Record<string, unknown>> = fc
  .uniqueArray(fc.tuple(name, json), { minLength: 1, maxLength: 3, selector: ([key]) => key })
  .map((entries) => Object.fromEntries(entries))

/** Fields that may each be left out, beside names nobody published. */
export function open<Fields extends object>(
  fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> },
  unknown: fc.Arbitrary<unknown> = json,
): fc.Arbitrary<Partial<Fields>> {
  const known = fc.record(fields, { requiredKeys: [], noNullPrototype: true })
  return fc
    .tuple(extras(Object.keys(fields), unknown), known)
    .map(([rest, own]) => ({ ...rest, ...own }) as Partial<Fields>)
}

/** The object without sections that say nothing. */
export function withoutEmpty<Data extends object>(data: Data, sections: readonly string[]): Data {
  const isEmpty = (content: unknown): boolean =>
    typeof content === 'object' && content !== null && Object.keys(content).length === 0
  return Object.fromEntries(
    Object.entries(data).filter(([key, content]) => !(sections.includes(key) && isEmpty(content))),
  ) as Data
}
