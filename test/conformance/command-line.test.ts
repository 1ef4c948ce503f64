import { readdirSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CreateOutputReader } from '../../src/agents/command-line/output-reader.ts'
import { createOmpReader } from '../../src/agents/catalog/omp/events.ts'
import { createOpenclawReader } from '../../src/agents/catalog/openclaw/events.ts'
import { createOpencodeReader } from '../../src/agents/catalog/opencode/events.ts'
import { createPiReader } from '../../src/agents/catalog/pi/events.ts'
import { agentEventSchema } from '../../src/events/schemas.ts'
import { json } from '../arbitraries/json.ts'
import { readOutput } from '../support/read-output.ts'

const readers: Record<string, CreateOutputReader> = {
  pi: createPiReader,
  omp: createOmpReader,
  opencode: createOpencodeReader,
  openclaw: createOpenclawReader,
}

const recordings = Object.entries(readers).flatMap(([agent, create]) => {
  const folder = new URL(`../../src/agents/catalog/${agent}/fixtures/output/`, import.meta.url)
  return readdirSync(folder).map((name) => ({
    name: `${agent}/${name}`,
    create,
    file: new URL(name, folder),
  }))
})

test.each(recordings)(
  'the recording $name ends with AGENT_CRASH wherever it is cut off',
  ({ create, file }) => {
    const printed = readFileSync(file)
    const ends = [...printed.keys()].filter((index) => printed[index] === 10 && index < printed.length - 1)
    const codes = ends.map((bytes) => {
      const { end } = readOutput(create, file, { bytes, exit: { exitCode: null, signal: 'SIGKILL' } })
      return end.error?.code
    })
    expect(codes).toEqual(codes.map(() => 'AGENT_CRASH'))
  },
)

/** A copy of the value with one nested value replaced. */
function withOther(value: unknown, [at, ...rest]: readonly number[], other: unknown): unknown {
  if (typeof value !== 'object' || value === null || at === undefined) return other
  const keys = Object.keys(value)
  const key = keys[at % Math.max(1, keys.length)]
  if (key === undefined) return other
  const changed = withOther((value as Record<string, unknown>)[key], rest, other)
  return Array.isArray(value)
    ? value.map((item: unknown, index) => (String(index) === key ? changed : item))
    : { ...value, [key]: changed }
}

describe.each(Object.entries(readers))('the reader of %s', (agent, create) => {
  const lines = recordings
    .filter(({ name }) => name.startsWith(`${agent}/`))
    .map(({ file }) => readFileSync(file, 'utf8'))
    .flatMap((printed) => (agent === 'openclaw' ? [printed] : printed.trimEnd().split('\n')))
    .map((line) => JSON.parse(line) as unknown)

  test('accepts any JSON and emits valid events', () => {
    const line = fc.oneof(
      json,
      fc
        .tuple(fc.constantFrom(...lines), fc.array(fc.nat(30), { minLength: 1, maxLength: 6 }), json)
        .map(([value, path, other]) => withOther(value, path, other)),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.boolean(), (values, isResumed) => {
        const reader = create({ cwd: '/workspace', isResumed })
        for (const event of values.flatMap((value) => reader.read(value))) agentEventSchema.parse(event)
        expect(typeof reader.end({ exitCode: 0, signal: null, stderrTail: '' }).stopReason).toBe('string')
      }),
      { numRuns: 300 },
    )
  })

  test('emits an unknown message as a raw event', () => {
    const [event] = create({ cwd: '/workspace', isResumed: false }).read({ type: 'from_the_future', x: 1 })
    expect(event).toEqual({
      type: 'raw',
      source: {
        pi: 'pi-json',
        omp: 'omp-json',
        opencode: 'opencode-run-json',
        openclaw: 'openclaw-agent-exec',
      }[agent],
      payload: { type: 'from_the_future', x: 1 },
    })
  })

  test('emits a line that is not JSON as a log event', () => {
    const reader = create({ cwd: '/workspace', isResumed: false })
    expect(reader.readText?.('Reading the settings')).toEqual([
      { type: 'log', level: 'info', message: 'Reading the settings' },
    ])
    expect(reader.readText?.('  ')).toEqual([])
  })
})
