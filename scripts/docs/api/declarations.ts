import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

export type DeclarationKind = 'function' | 'class' | 'constant' | 'type'

export interface Declaration {
  name: string
  /** The file that declares it. */
  file: string
  kind: DeclarationKind
  /** The text of its JSDoc comment. */
  comment: string
  /** Without `export` and `declare`. */
  code: string
}

/** The exports of a file by name; a function with overloads has several declarations. */
type Exports = ReadonlyMap<string, readonly Declaration[]>

interface Name {
  name: string
}
interface Statement {
  type: string
  start: number
  end: number
  source?: { value: string } | null
  specifiers?: { local: Name; exported?: Name; imported?: Name }[]
  declaration?: Statement | null
  id?: Name
  declarations?: { id: Name }[]
}

const kinds: Readonly<Record<string, DeclarationKind>> = {
  TSDeclareFunction: 'function',
  ClassDeclaration: 'class',
  VariableDeclaration: 'constant',
  TSInterfaceDeclaration: 'type',
  TSTypeAliasDeclaration: 'type',
}

const read = new Map<string, Exports>()

/** Reads the exports of a declaration file and its re-exports. */
export function exportsOf(file: string): Exports {
  const known = read.get(file)
  if (known !== undefined) return known
  const text = readFileSync(file, 'utf8')
  const { body } = parseAst(text, { lang: 'dts' }) as unknown as { body: Statement[] }
  const exported = new Map<string, Declaration[]>()
  const imported = new Map<string, readonly Declaration[]>()
  for (const statement of body) {
    const { source, specifiers = [], declaration } = statement
    const from = source?.value.startsWith('.') === true ? exportsOf(besideOf(file, source.value)) : undefined
    if (statement.type === 'ImportDeclaration') {
      for (const { local, imported: name } of specifiers)
        imported.set(local.name, from?.get(name?.name ?? '') ?? [])
    } else if (statement.type === 'ExportNamedDeclaration' && declaration != null) {
      const own = declarationOf(statement, { text, file })
      exported.set(own.name, [...(exported.get(own.name) ?? []), own])
    } else if (statement.type === 'ExportNamedDeclaration') {
      for (const { local, exported: name = local } of specifiers)
        exported.set(name.name, [...((from ?? imported).get(local.name) ?? [])])
    }
  }
  read.set(file, exported)
  return exported
}

function besideOf(file: string, specifier: string): string {
  return join(dirname(file), specifier.replace(/\.ts$/, '.d.ts'))
}

function declarationOf(statement: Statement, { text, file }: { text: string; file: string }): Declaration {
  const { declaration } = statement
  const name = declaration?.id?.name ?? declaration?.declarations?.[0]?.id.name
  const kind = kinds[declaration?.type ?? '']
  if (name === undefined || kind === undefined)
    throw new Error(`${file} exports a ${declaration?.type}: add it to the kinds`)
  const code = text
    .slice(statement.start, statement.end)
    .replace(/^export (declare )?/, '')
    .replace(/^ *#private;\n/m, '')
    .replace(/^ +/gm, (spaces) => ' '.repeat(Math.ceil(spaces.length / 2)))
  return { name, file, kind, comment: commentBefore(text.slice(0, statement.start)), code }
}

function commentBefore(text: string): string {
  const before = text.trimEnd()
  if (!before.endsWith('*/')) return ''
  return before
    .slice(before.lastIndexOf('/**') + 3, -2)
    .split('\n')
    .map((line) => line.trim().replace(/^\* ?/, ''))
    .join('\n')
    .trim()
}
