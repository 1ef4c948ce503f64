import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProbeCache, type ProbeAnswer } from './probe-cache.ts'

let folder: string
let data: string
let program: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-probes-'))
  data = join(folder, 'data')
  program = join(folder, 'program')
  writeFileSync(program, 'one')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const answer: ProbeAnswer = {
  at: '2026-11-15T10:00:00.000Z',
  initialize: { protocolVersion: 1, agentCapabilities: { loadSession: true } },
}

describe('a probe cache', () => {
  it('remembers across processes', () => {
    const cache = createProbeCache(data)
    expect(cache.get(program)).toBeUndefined()
    cache.set(program, answer)
    for (const each of [cache, createProbeCache(data)]) {
      expect(each.get(program)).toEqual(answer)
      expect(each.get(join(folder, 'other'))).toBeUndefined()
    }
  })

  it('forgets when the program changes', () => {
    const cache = createProbeCache(data)
    cache.set(program, answer)
    expect(cache.get(program)).toEqual(answer)
    utimesSync(program, 1, 1)
    expect(cache.get(program)).toBeUndefined()
    cache.set(program, answer)
    rmSync(program)
    expect(cache.get(program)).toBeUndefined()
  })

  it('writes for nobody else to read, and leaves no drafts', () => {
    createProbeCache(data).set(program, answer)
    const { mtimeMs: modified, size } = statSync(program)
    expect(JSON.parse(readFileSync(join(data, 'probes.json'), 'utf8'))).toEqual({
      [program]: {
        modified,
        size,
        value: {
          at: '2026-11-15T10:00:00.000Z',
          initialize: { protocolVersion: 1, agentCapabilities: { loadSession: true } },
        },
      },
    })
    expect(statSync(join(data, 'probes.json')).mode & 0o777).toBe(0o600)
    expect(readdirSync(data)).toEqual(['probes.json'])
  })

  it('keeps what others remembered in the meantime', () => {
    const other = join(folder, 'other')
    writeFileSync(other, 'two')
    const [one, two] = [createProbeCache(data), createProbeCache(data)]
    expect([one.get(program), two.get(other)]).toEqual([undefined, undefined])
    one.set(program, answer)
    two.set(other, answer)
    const third = createProbeCache(data)
    expect([third.get(program), third.get(other)]).toEqual([answer, answer])
  })

  it.each(['', '{', '[]', 'null', '{"PROGRAM":{"modified":1,"size":3,"value":{"at":1}}}'])(
    'takes a broken file for an empty one: %s',
    (text) => {
      createProbeCache(data).set(program, answer)
      writeFileSync(join(data, 'probes.json'), text.replace('PROGRAM', program))
      const cache = createProbeCache(data)
      expect(cache.get(program)).toBeUndefined()
      cache.set(program, answer)
      expect(createProbeCache(data).get(program)).toEqual(answer)
    },
  )

  it('does without a folder that cannot be made', () => {
    const cache = createProbeCache(join(program, 'data'))
    cache.set(program, answer)
    expect(cache.get(program)).toEqual(answer)
  })
})
