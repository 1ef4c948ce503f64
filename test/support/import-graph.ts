import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

const root = join(import.meta.dirname, '../..')

/** `static` loads with the file, `dynamic` when it is reached, `type` never. */
export type ImportKind = 'static' | 'dynamic' | 'type'

export interface Import {
  /** The importing file, from the project's root. */
  from: string
  /** A file from the project's root, a package, or a builtin with `node:`. */
  to: string
  kind: ImportKind
}

export interface Node {
  type: string
  [key: string]: unknown
}

export function sourceFiles(): string[] {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
  return files.filter((file) => !/\.test(-d)?\.ts$/.test(file)).toSorted()
}

export function readSource(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** Every node of a file's syntax tree. */
export function* nodesOf(file: string): Generator<Node> {
  yield* nodesIn(readSource(file), file.endsWith('.tsx') ? 'tsx' : 'ts')
}

/** Every node of a text's syntax tree. */
export function* nodesIn(source: string, lang: 'ts' | 'tsx'): Generator<Node> {
  yield* walk(parseAst(source, { lang }))
}

function* walk(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && typeof value.type === 'string') yield value as Node
  for (const child of Object.values(value)) yield* walk(child)
}

/** The imports of a file, in every form. */
export function importsOf(file: string): Import[] {
  const imports: Import[] = []
  for (const node of nodesOf(file)) {
    const kind = kindOf(node)
    const source = (node['source'] ?? node['argument']) as { value?: unknown } | null | undefined
    if (kind === undefined || typeof source?.value !== 'string') continue
    const isRelative = source.value.startsWith('.')
    const to = isRelative ? relative(root, join(root, dirname(file), source.value)) : source.value
    imports.push({ from: file, to, kind })
  }
  return imports
}

function kindOf(node: Node): ImportKind | undefined {
  switch (node.type) {
    case 'ImportExpression':
      return 'dynamic'
    case 'TSImportType':
      return 'type'
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return isTypeOnly(node) ? 'type' : 'static'
    default:
      return undefined
  }
}

function isTypeOnly(node: Node): boolean {
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return true
  const specifiers = (node['specifiers'] ?? []) as { importKind?: string; exportKind?: string }[]
  const kinds = specifiers.map(({ importKind, exportKind }) => importKind ?? exportKind)
  return kinds.length > 0 && kinds.every((kind) => kind === 'type')
}
