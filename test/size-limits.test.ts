import { expect, it } from 'vitest'
import { type Node, nodesIn, readSource, sourceFiles } from './support/import-graph.ts'

const fileLimit = 300
const functionLimit = 80

/** Files without a limit, each with the reason. */
const unlimited: Record<string, string> = {
  'src/a2e/messages/message-fields.ts': 'scripts/a2e/generate.ts writes it from the schemas',
}

/** Files and functions above the limit, with their number of lines. They may shrink, not grow. */
const known: Record<string, number> = {}

/** The number of lines of a file, and of each function in it from its first to its last line. */
function sizesOf(file: string, source: string): Record<string, number> {
  const sizes: Record<string, number> = { [file]: linesIn(source.trimEnd()) }
  for (const node of nodesIn(source, file.endsWith('.tsx') ? 'tsx' : 'ts')) {
    if (!functionTypes.has(node.type)) continue
    const [start, end] = [Number(node['start']), Number(node['end'])]
    const place = `${file} ${nameOf(node) ?? `line ${linesIn(source.slice(0, start))}`}`
    sizes[place] = Math.max(sizes[place] ?? 0, linesIn(source.slice(start, end)))
  }
  return sizes
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

function nameOf(node: Node): string | undefined {
  return (node['id'] as { name: string } | null | undefined)?.name
}

function linesIn(text: string): number {
  return text.split('\n').length
}

const files = sourceFiles()
const tooLong = Object.entries(
  Object.assign({}, ...files.map((file) => sizesOf(file, readSource(file)))) as Record<string, number>,
).filter(
  ([place, lines]) => lines > (place.includes(' ') ? functionLimit : fileLimit) && !(place in unlimited),
)

it(`keeps files within ${fileLimit} and functions within ${functionLimit} lines`, () => {
  expect(tooLong.filter(([place, lines]) => lines > (known[place] ?? 0))).toEqual([])
})

it('lists only files and functions that are still above the limit', () => {
  const places = tooLong.map(([place]) => place)
  expect(Object.keys(known).filter((place) => !places.includes(place))).toEqual([])
  const shortOrGone = (file: string): boolean =>
    !files.includes(file) || linesIn(readSource(file).trimEnd()) <= fileLimit
  expect(Object.keys(unlimited).filter(shortOrGone)).toEqual([])
})

it('measures named, nested and unnamed functions', () => {
  const source = [
    'export function outer(): void {',
    '  const inner = (): string => `',
    '    two lines more`',
    '  inner()',
    '}',
    'export const view = () => <p />',
    '',
  ].join('\n')
  expect(sizesOf('view.tsx', source)).toEqual({
    'view.tsx': 6,
    'view.tsx outer': 5,
    'view.tsx line 2': 2,
    'view.tsx line 6': 1,
  })
})
