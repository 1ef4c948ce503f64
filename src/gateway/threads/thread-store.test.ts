import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fileThreadStore, memoryThreadStore } from './thread-store.ts'

function fileWith(content?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-threads-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'threads.json')
  if (content !== undefined) writeFileSync(file, content)
  return file
}

it('stores the sessions of threads across restarts', async () => {
  const file = fileWith()
  const store = fileThreadStore(file)
  store.set('t1', { agent: 'sim', sessionId: 's1', updatedAt: 1 })
  await store.flush()
  expect(fileThreadStore(file).get('t1')).toEqual({ agent: 'sim', sessionId: 's1', updatedAt: 1 })
})

it.each(['{"t1":', '[]', '{"t1":{"agent":"sim"}}'])('does not overwrite a file with %s', (content) => {
  const file = fileWith(content)
  expect(() => fileThreadStore(file)).toThrow(`Cannot read the threads in ${file}`)
  expect(readFileSync(file, 'utf8')).toBe(content)
})

it('drops the least recently used threads from memory', () => {
  const store = memoryThreadStore()
  const record = { agent: 'sim', sessionId: 's1', updatedAt: 1 }
  for (let index = 0; index < 5000; index++) store.set(`t${index}`, record)
  store.set('t0', record)
  store.set('one more', record)
  expect(['t0', 't1', 't2', 'one more'].map((id) => store.get(id)?.sessionId)).toEqual([
    's1',
    undefined,
    's1',
    's1',
  ])
})
