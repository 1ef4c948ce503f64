import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { promptContent } from './prompt-content.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-prompt-'))
  writeFileSync(join(folder, 'a.PNG'), Buffer.from([1, 2, 3]))
  writeFileSync(join(folder, 'a.txt'), 'äh\n')
  writeFileSync(join(folder, 'a.bin'), Buffer.from([0xff, 0]))
})
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string): string => join(folder, name)
const uri = (name: string): string => pathToFileURL(file(name)).href

test('puts attachments before the text', async () => {
  const attachments = [
    { kind: 'image', path: file('a.PNG') },
    { kind: 'file', path: file('a.txt') },
    { kind: 'file', path: file('a.bin') },
  ] as const
  expect(await promptContent('look', attachments, { embeds: true })).toEqual([
    { type: 'image', data: 'AQID', mimeType: 'image/png' },
    { type: 'resource', resource: { uri: uri('a.txt'), text: 'äh\n' } },
    { type: 'resource', resource: { uri: uri('a.bin'), blob: '/wA=' } },
    { type: 'text', text: 'look' },
  ])
})

test('links a file if the agent does not accept embedded context', async () => {
  const attachments = [{ kind: 'file', path: file('a.txt') }] as const
  expect(await promptContent('look', attachments, { embeds: false })).toEqual([
    { type: 'resource-link', name: 'a.txt', uri: uri('a.txt'), size: 4 },
    { type: 'text', text: 'look' },
  ])
})

test.each([
  ['image', 'a.txt', 'is not a supported image; use .png, .jpg, .jpeg, .gif, .webp'],
  ['image', 'gone.png', 'does not exist'],
  ['file', 'gone.txt', 'does not exist'],
  ['file', '.', 'cannot be read'],
] as const)('rejects an attachment of kind %s: %s', async (kind, name, message) => {
  await expect(promptContent('look', [{ kind, path: file(name) }], { embeds: true })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: `The attachment ${file(name)} ${message}`,
  })
})

test('embeds inline content', async () => {
  const attachments = [
    { kind: 'image', data: 'AQID', mimeType: 'image/webp' },
    { kind: 'audio', data: 'BAUG', mimeType: 'audio/wav' },
    { kind: 'file', data: 'w6RoCg==', mimeType: 'text/plain', name: 'a b.txt' },
    { kind: 'file', data: '/wA=', mimeType: 'application/pdf' },
  ] as const
  expect(await promptContent('look', attachments, { embeds: true })).toEqual([
    { type: 'image', data: 'AQID', mimeType: 'image/webp' },
    { type: 'audio', data: 'BAUG', mimeType: 'audio/wav' },
    { type: 'resource', resource: { uri: 'attachment:///a%20b.txt', text: 'äh\n', mimeType: 'text/plain' } },
    {
      type: 'resource',
      resource: { uri: 'attachment:///attachment', blob: '/wA=', mimeType: 'application/pdf' },
    },
    { type: 'text', text: 'look' },
  ])
  await expect(promptContent('look', attachments.slice(2), { embeds: false })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: 'The attachment a b.txt cannot be sent: the agent does not accept embedded context',
  })
})
