import { basename } from 'node:path'
import type { Plugin } from 'rolldown'

/** A node of the syntax tree, with its place in the code. */
interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Splits chunks into a script, whose compiled functions `src/cli/cached-script.ts` caches, and a module that runs the
 * script and exports its values. V8 gives access to the compiled functions of a script, but not of a module.
 */
export function cachedChunks(names: readonly string[]): Plugin {
  return {
    name: 'cached-chunks',
    generateBundle(_options, files) {
      for (const file of Object.values(files)) {
        if (file.type !== 'chunk' || !names.includes(file.name)) continue
        const scriptName = file.fileName.replace(/\.js$/, '.script')
        const { script, module } = split(
          file.code,
          this.parse(file.code) as unknown as SyntaxNode,
          basename(scriptName),
        )
        this.emitFile({ type: 'asset', fileName: scriptName, source: script })
        file.code = module
      }
    },
  }
}

function split(code: string, tree: SyntaxNode, scriptName: string): { script: string; module: string } {
  const changing = changingNames(tree)
  const imports: string[] = []
  const exported: string[] = []
  const edits: Edit[] = []
  visit(tree, (node) => {
    const { type, start, end } = node
    if (type === 'ImportDeclaration') {
      edits.push({ start, end, text: `const ${importedNames(node)} = imports[${imports.length}];` })
      imports.push((node['source'] as { raw: string }).raw)
    } else if (type === 'ExportNamedDeclaration') {
      const pairs = specifiersOf(node).map(({ local, exported: name }) => [name, local] as const)
      const late = pairs.find(([, local]) => changing.has(local))
      if (late !== undefined) throw new Error(`A cached chunk exports ${late[1]}, which may change`)
      exported.push(...pairs.map(([name]) => name))
      edits.push({ start, end, text: `return { ${pairs.map((pair) => pair.join(': ')).join(', ')} };` })
    } else if (type === 'ImportExpression') {
      edits.push({ start, end: start + 'import'.length, text: 'importModule' })
    } else if (type === 'MetaProperty' && code.slice(start, end) === 'import.meta') {
      edits.push({ start, end, text: 'meta' })
    }
  })
  const script = `(function (imports, importModule, meta) {"use strict";${applied(code, edits)}})`
  const names = exported.map((name, index) => `const value${index} = values.${name};`)
  const module = [
    'import { runCachedScript } from "../cached-script.js";',
    ...imports.map((source, index) => `import * as import${index} from ${source};`),
    `const run = runCachedScript(process.getBuiltinModule("node:path").join(import.meta.dirname, "${scriptName}"));`,
    `const values = run([${imports.map((_source, index) => `import${index}`).join(', ')}], (file) => import(file), import.meta);`,
    ...names,
    `export { ${exported.map((name, index) => `value${index} as ${name}`).join(', ')} };`,
  ]
  return { script, module: `${module.join('\n')}\n` }
}

/** Variables that get their value later: the module exports the values that the script has at its end. */
function changingNames(tree: SyntaxNode): ReadonlySet<string> {
  const declarations = (tree['body'] as SyntaxNode[]).filter(({ type }) => type === 'VariableDeclaration')
  return new Set(
    declarations.flatMap(({ kind, declarations: declared }) =>
      (declared as SyntaxNode[])
        .filter(({ init }) => kind === 'let' || init === null)
        .map(({ id }) => nameOf(id)),
    ),
  )
}

/** The names of an import as a pattern: `{ a: b }`. */
function importedNames(node: SyntaxNode): string {
  const pairs = (node['specifiers'] as SyntaxNode[]).map(({ imported, local }) => {
    if (imported === undefined) throw new Error('A chunk imports a namespace or a default')
    return `${nameOf(imported)}: ${nameOf(local)}`
  })
  return `{ ${pairs.join(', ')} }`
}

function specifiersOf(node: SyntaxNode): { local: string; exported: string }[] {
  return (node['specifiers'] as SyntaxNode[]).map(({ local, exported }) => ({
    local: nameOf(local),
    exported: nameOf(exported),
  }))
}

function nameOf(identifier: unknown): string {
  return (identifier as { name: string }).name
}

function visit(value: unknown, onNode: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, onNode)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  if ('type' in value && 'start' in value) onNode(value as SyntaxNode)
  for (const field of Object.values(value)) visit(field, onNode)
}

function applied(code: string, edits: readonly Edit[]): string {
  let text = ''
  let end = 0
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    text += code.slice(end, edit.start) + edit.text
    end = edit.end
  }
  return text + code.slice(end)
}
