import { expect, test } from 'vitest'
import { type PromptFile, readFilePart } from './file-part.ts'

const png = 'iVBORw0KGgoAAAAN'

test.each<[string, unknown, string, PromptFile | undefined]>([
  ['base64', png, 'image/png', { kind: 'image', data: png, mimeType: 'image/png' }],
  ['bytes', new Uint8Array([1, 2, 3]), 'audio/wav', { kind: 'audio', data: 'AQID', mimeType: 'audio/wav' }],
  [
    'a data URL',
    new URL(`data:image/gif;base64,AQID`),
    'image/*',
    { kind: 'image', data: 'AQID', mimeType: 'image/gif' },
  ],
  ['the same as text', 'data:,a%20b', 'text/plain', { kind: 'text', data: 'YSBi', mimeType: 'text/plain' }],
  [
    'an address with a character set',
    'data:text/html;charset=utf-8;base64,AQID',
    'text',
    { kind: 'text', data: 'AQID', mimeType: 'text/html' },
  ],
  ['data of V4', { type: 'data', data: png }, 'image', { kind: 'image', data: png, mimeType: 'image/png' }],
  [
    'bytes of V4',
    { type: 'data', data: new Uint8Array([255, 216, 255]) },
    'image/*',
    { kind: 'image', data: '/9j/', mimeType: 'image/jpeg' },
  ],
  [
    'text of V4',
    { type: 'text', text: 'äh' },
    'application/ld+json',
    { kind: 'text', data: 'w6Ro', mimeType: 'application/ld+json' },
  ],
  ['another file', 'AQID', 'application/pdf', { kind: 'file', data: 'AQID', mimeType: 'application/pdf' }],
  ['a URL', new URL('https://example.com/a.png'), 'image/png', undefined],
  ['a URL as text', 'https://example.com/a.png', 'image/png', undefined],
  ['a V4 URL', { type: 'url', url: new URL('https://example.com/a.png') }, 'image/png', undefined],
  ['an address that is broken', 'data:text/plain,%', 'text/plain', undefined],
  ['an address without data', 'data:text/plain', 'text/plain', undefined],
  ['a reference of V4', { type: 'reference', reference: { openai: 'file-1' } }, 'image/png', undefined],
])('reads %s', (_, data, mediaType, expected) => {
  expect(readFilePart({ type: 'file', data, mediaType })).toEqual(expected)
})

test('keeps the file name', () => {
  expect(readFilePart({ type: 'file', data: 'AQID', mediaType: 'text/x-c', filename: 'a.c' })).toEqual({
    kind: 'text',
    data: 'AQID',
    mimeType: 'text/x-c',
    name: 'a.c',
  })
})
