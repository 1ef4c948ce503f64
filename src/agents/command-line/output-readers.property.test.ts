import { readdirSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { json } from '../../../test/arbitraries/json.ts'
import { agentEventSchema } from '../../events/schemas.ts'
import { createClaudeReader } from '../catalog/claude/events.ts'
import { createCodexReader } from '../catalog/codex/events.ts'
import { createCopilotReader } from '../catalog/copilot/events.ts'
import { createGeminiReader } from '../catalog/gemini/events.ts'
import type { CreateOutputReader } from './output-reader.ts'

const readers: [id: string, create: CreateOutputReader][] = [
  ['claude', createClaudeReader],
  ['codex', createCodexReader],
  ['gemini', createGeminiReader],
  ['copilot', createCopilotReader],
]

/** Every line that was recorded of an agent. */
function recordedLines(id: string): string[] {
  const folder = new URL(`../catalog/${id}/fixtures/output/`, import.meta.url)
  return readdirSync(folder).flatMap((name) =>
    readFileSync(new URL(name, folder), 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  )
}

/** The ways to everything inside a value. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...path, key]))]
}

function withDamage(line: unknown, path: readonly string[], damage: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined || typeof line !== 'object' || line === null) return damage
  const copy: Record<string, unknown> = { ...line }
  copy[key] = withDamage(copy[key], rest, damage)
  return Array.isArray(line) ? Object.values(copy) : copy
}

describe.each(readers)('the reader of %s', (id, create) => {
  const recorded = recordedLines(id)
  const damagedLine = fc
    .record({ line: fc.constantFrom(...recorded), place: fc.nat(), damage: json })
    .map(({ line, place, damage }) => {
      const value: unknown = JSON.parse(line)
      const paths = pathsOf(value)
      return withDamage(value, paths[place % paths.length] ?? [], damage)
    })

  test('reads any lines without throwing, and emits valid events', () => {
    const lines = fc.array(fc.oneof(json, damagedLine), { maxLength: 8 })
    fc.assert(
      fc.property(lines, fc.boolean(), (values, isResumed) => {
        const reader = create({ cwd: '/workspace/repo', isResumed })
        const events = values.flatMap((value) => reader.read(value))
        for (const event of events) agentEventSchema.parse(event)
        expect(reader.end({ exitCode: 1, signal: null, stderrTail: '' }).stopReason).toBeTypeOf('string')
      }),
      { numRuns: 300 },
    )
  })

  test('reports a run killed before its end as a crash', () => {
    const reader = create({ cwd: '/workspace/repo', isResumed: false })
    const [first = ''] = recorded.filter((line) =>
      /"(init|thread\.started|session\.skills_loaded)"/.test(line),
    )
    reader.read(JSON.parse(first))
    reader.readText?.(first.slice(0, 40))
    const { stopReason, error } = reader.end({ exitCode: null, signal: 'SIGKILL', stderrTail: '' })
    expect({ stopReason, error }).toEqual({
      stopReason: 'error',
      error: {
        message: `${id} ended by SIGKILL before it had answered`,
        code: 'AGENT_CRASH',
        data: { exitCode: null, signal: 'SIGKILL', stderrTail: '' },
      },
    })
  })
})
