import { expect, test } from 'vitest'
import { contentToAcp } from './content.ts'

test('writes vendor data back at every depth', () => {
  expect(
    contentToAcp({
      type: 'resource-link',
      name: 'a.txt',
      uri: 'file:///repo/a.txt',
      icons: [{ src: 'data:,', meta: { a: 1 } }],
      annotations: { audience: ['user'], meta: { b: 2 } },
      meta: { c: 3 },
    }),
  ).toStrictEqual({
    type: 'resource_link',
    name: 'a.txt',
    uri: 'file:///repo/a.txt',
    icons: [{ src: 'data:,', _meta: { a: 1 } }],
    annotations: { audience: ['user'], _meta: { b: 2 } },
    _meta: { c: 3 },
  })
})

test('writes a resource, a text and an unknown block', () => {
  const resource = { uri: 'file:///repo/a.txt', text: 'hi', meta: { a: 1 } }
  expect(contentToAcp({ type: 'resource', resource })).toStrictEqual({
    type: 'resource',
    resource: { uri: 'file:///repo/a.txt', text: 'hi', _meta: { a: 1 } },
  })
  expect(contentToAcp({ type: 'text', text: 'hi' })).toStrictEqual({ type: 'text', text: 'hi' })
  expect(contentToAcp({ type: 'unknown', originalType: 'hologram', data: { depth: 3 } })).toStrictEqual({
    type: 'hologram',
    depth: 3,
  })
})
