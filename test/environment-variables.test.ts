import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSource, sourceFiles } from './support/import-graph.ts'
import { projectRoot } from './support/package.ts'

const page = readFileSync(join(projectRoot, 'docs/configuration.md'), 'utf8')
const documented = new Set(Array.from(page.matchAll(/^\| `([A-Za-z0-9_]+)`/gm), ([, name = '']) => name))

/** Names of variables that a source reads: by index, by destructuring, and everything with Capstan's prefix. */
function variablesIn(source: string): string[] {
  const indexed = source.matchAll(/\b(?:process\.env|environment)\[['"](\w+)['"]\]/g)
  const prefixed = source.matchAll(/\b(CAPSTAN_[A-Z0-9_]*[A-Z0-9])\b/g)
  const destructured = Array.from(
    source.matchAll(
      /\{([^{}]*)\}(?:\s*=\s*(?:process\.env|environment)\b|:\s*Readonly<Record<string, string \| undefined>>)/g,
    ),
    ([, names = '']) => names.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [],
  ).flat()
  return [...Array.from([...indexed, ...prefixed], ([, name = '']) => name), ...destructured]
}

describe('environment variables', () => {
  it('are documented in one place, every one that the source reads', () => {
    const used = new Set(sourceFiles().flatMap((file) => variablesIn(readSource(file))))
    expect([...used].filter((name) => !documented.has(name)).toSorted()).toEqual([])
  })

  it('are all read by the documented modules', () => {
    const all = sourceFiles().map(readSource).join('\n')
    expect([...documented].filter((name) => !new RegExp(`\\b${name}\\b`).test(all))).toEqual([])
  })

  it('are found by this test in every form', () => {
    const source = [
      "process.env['ONE'] ?? environment['TWO']",
      "const { THREE = '', FOUR } = environment",
      'function f({ FIVE, SIX }: Readonly<Record<string, string | undefined>>) {}',
      "const variable = 'CAPSTAN_SEVEN'",
    ].join('\n')
    expect(new Set(variablesIn(source))).toEqual(
      new Set(['ONE', 'TWO', 'CAPSTAN_SEVEN', 'THREE', 'FOUR', 'FIVE', 'SIX']),
    )
  })
})
