import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StampedCache } from './stamped-cache.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-cache-'))
  file = join(folder, 'data', 'answers.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function open(path = file): StampedCache<string> {
  return new StampedCache(path, (value) => typeof value === 'string')
}

describe('a stamped cache', () => {
  it('keeps values across processes', () => {
    const cache = open()
    expect(cache.get('key', 'one')).toBeUndefined()
    cache.set('key', 'one', 'value')
    for (const each of [cache, open()]) {
      expect(each.get('key', 'one')).toBe('value')
      expect(each.get('other', 'one')).toBeUndefined()
    }
  })

  it('drops a value with a changed stamp', () => {
    const cache = open()
    cache.set('key', 'one', 'value')
    expect(cache.get('key', 'two')).toBeUndefined()
    cache.set('key', 'two', 'newer')
    expect([cache.get('key', 'one'), cache.get('key', 'two')]).toEqual([undefined, 'newer'])
  })

  it('writes a file that only its owner can read, and leaves no temporary files', () => {
    open().set('key', 'one', 'value')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ key: { stamp: 'one', value: 'value' } })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(folder, 'data'))).toEqual(['answers.json'])
  })

  it('sees and keeps the values of another process', () => {
    const [one, two] = [open(), open()]
    expect([one.get('a', 'x'), two.get('b', 'x')]).toEqual([undefined, undefined])
    one.set('a', 'x', 'first')
    two.set('b', 'x', 'second')
    expect([one.get('b', 'x'), two.get('a', 'x')]).toEqual(['second', 'first'])
    expect([open().get('a', 'x'), open().get('b', 'x')]).toEqual(['first', 'second'])
  })

  it('keeps the newest 64 entries', () => {
    const cache = open()
    for (let index = 0; index <= 64; index++) cache.set(`key ${index}`, 'x', 'value')
    expect([cache.get('key 0', 'x'), cache.get('key 1', 'x'), cache.get('key 64', 'x')]).toEqual([
      undefined,
      'value',
      'value',
    ])
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)).toHaveLength(64)
  })

  it.each(['', '{', '[]', 'null', '{"key":{"stamp":"one","value":1}}', '{"key":{"value":"value"}}'])(
    'reads a broken file as an empty one: %s',
    (text) => {
      open().set('key', 'one', 'value')
      writeFileSync(file, text)
      const cache = open()
      expect(cache.get('key', 'one')).toBeUndefined()
      cache.set('key', 'one', 'value')
      expect(open().get('key', 'one')).toBe('value')
    },
  )

  it('keeps values in memory if the folder cannot be created', () => {
    writeFileSync(join(folder, 'blocked'), '')
    const cache = open(join(folder, 'blocked', 'answers.json'))
    cache.set('key', 'one', 'value')
    expect(cache.get('key', 'one')).toBe('value')
  })
})
