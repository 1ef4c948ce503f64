import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { agentCatalog } from './catalog.ts'
import type { AgentDefinition } from './definition/definition.ts'
import { eachFact } from './definition/definition-fact.ts'

/** The recorded help of a program, or undefined where it could not be run. */
function helpOf(agent: string): string | undefined {
  const files = globSync(`catalog/${agent}/fixtures/help*.txt`, { cwd: import.meta.dirname })
  if (files.length === 0) return undefined
  return files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n')
}

/** The words of a command line that the program must know; what follows `--config` is a key of its configuration. */
function wordsOf(words: readonly string[]): string[] {
  return words
    .filter((_, index) => words[index - 1] !== '--config')
    .map((word) => word.replace(/[=@]?\{value\}$/, ''))
    .filter((word) => word !== '')
}

function unknownWords(help: string, words: readonly string[]): string[] {
  const known = new Set(help.split(/[^\w-]+/))
  return wordsOf(words).filter((word) => !known.has(word))
}

/** The options alone: their values are names of tools and settings, which no help lists. */
function optionsOf(words: readonly string[]): string[] {
  return words.flatMap((word) => (word.startsWith('-') ? (word.split('=')[0] ?? []) : []))
}

function thinkingArguments({ thinking = [] }: AgentDefinition): string[][] {
  return thinking.flatMap(({ by, hidden }) =>
    by.kind === 'arguments' && hidden === undefined ? [[...by.arguments]] : [],
  )
}

const withHelp = Object.values(agentCatalog).filter(({ id }) => helpOf(id) !== undefined)
// The simulated one has no command line but that of its own tests.
const withoutHelp = Object.values(agentCatalog).filter(
  ({ id, simulated }) => helpOf(id) === undefined && !simulated,
)

test('every tested program has a recorded help', () => {
  expect(withHelp.map(({ id }) => id)).toEqual([
    'claude',
    'codex',
    'gemini',
    'copilot',
    'opencode',
    'pi',
    'omp',
    'openclaw',
    'goose',
    'kimi',
    'qwen',
    'droid',
    'kilo',
  ])
  expect(withHelp.filter(({ seen }) => seen === undefined)).toEqual([])
})

describe.each(withHelp)('$id', (definition) => {
  const help = helpOf(definition.id) ?? ''

  test('its help lists every argument of its flags', () => {
    const strange = Object.entries(definition.flags ?? {})
      .filter(([, { hidden }]) => hidden === undefined)
      .map(([name, flag]) => [name, unknownWords(help, flag.arguments)])
    expect(strange.filter(([, words]) => words?.length !== 0)).toEqual([])
  })

  test('its help lists the arguments for thinking and ACP', () => {
    const own = definition.acp?.bridge === undefined ? (definition.acp?.arguments ?? []) : []
    const needs = definition.acp?.needsRunning ?? []
    // One only says that it has ACP modes.
    const start = own.map((word) => word.toLowerCase())
    expect(unknownWords(help.toLowerCase(), start)).toEqual([])
    expect(
      [...thinkingArguments(definition), [...needs]].flatMap((words) => unknownWords(help, words)),
    ).toEqual([])
  })

  test('its help lists the arguments of the long-running process, except hidden ones', () => {
    const { id, longRunning, flags = {} } = definition
    const hidden = Object.values(flags).flatMap((flag) => (flag.hidden === undefined ? [] : flag.arguments))
    const strange = unknownWords(help, longRunning?.arguments ?? []).filter((word) => !hidden.includes(word))
    expect(strange).toEqual(id === 'claude' ? ['stdio'] : [])
    expect(longRunning?.flags.filter((name) => flags[name] === undefined) ?? []).toEqual([])
  })

  test('its help lists the arguments of its policies, except hidden ones', () => {
    const open = (definition.policies ?? []).filter((means) => means.hidden === undefined)
    const words = open.flatMap((means) => unknownWords(help, optionsOf(means.arguments ?? [])))
    expect(words).toEqual([])
  })

  test('hidden flags are not in the help', () => {
    const hidden = Object.values(definition.flags ?? {}).filter((flag) => flag.hidden !== undefined)
    expect(hidden.filter((flag) => unknownWords(help, flag.arguments).length === 0)).toEqual([])
  })
})

test.each(withHelp)('the definition of $id has every credential variable of its help', ({ id, auth }) => {
  const listed = helpOf(id)?.matchAll(/^ +([A-Z][A-Z0-9_]*_(?:KEY|TOKEN|KEY_ID)) +- /gm) ?? []
  expect([...listed].map(([, name = '']) => name).filter((name) => !auth.variables.includes(name))).toEqual(
    [],
  )
})

test('hidden flags are few, tested, and have a reason', () => {
  const hidden = Object.values(agentCatalog).flatMap(({ id, flags = {}, thinking = [] }: AgentDefinition) =>
    [
      ...Object.entries(flags),
      ...thinking.map((control) => [`thinking ${control.sets}`, control] as const),
    ].flatMap(([name, flag]) =>
      flag.hidden === undefined ? [] : [{ id, name, basis: flag.basis, why: flag.hidden }],
    ),
  )
  expect(hidden).toEqual([
    { id: 'claude', name: 'max-turns', basis: 'run', why: 'not in the help' },
    { id: 'claude', name: 'thinking off', basis: 'run', why: 'not in the help' },
    { id: 'omp', name: 'fork', basis: 'run', why: 'works, but is not in the help' },
  ])
})

test('agents without a recorded help have only documented flags', () => {
  expect(withoutHelp.map(({ id }) => id)).toEqual(['cursor', 'hermes'])
  for (const { seen, flags, thinking, facts } of withoutHelp) {
    expect(seen).toBe(undefined)
    expect(new Set(Object.values(flags ?? {}).map(({ basis }) => basis))).toEqual(new Set(['docs']))
    expect((thinking ?? []).filter(({ basis }) => basis !== 'docs')).toEqual([])
    expect(
      Object.values(facts)
        .flatMap(eachFact)
        .filter(({ fact: { basis } }) => basis === 'run' || basis === 'help'),
    ).toEqual([])
  }
})
