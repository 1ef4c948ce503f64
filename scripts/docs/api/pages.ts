import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Declaration, type DeclarationKind, exportsOf } from './declarations.ts'

const root = join(import.meta.dirname, '../../..')
/** A longer type was written out by the compiler, such as that of a schema. */
const longestConstant = 20

interface EntryPoint {
  /** What a program imports. */
  name: string
  page: string
  types: string
}

const headings: Readonly<Record<DeclarationKind, string>> = {
  function: 'Functions',
  class: 'Classes',
  constant: 'Constants',
  type: 'Types',
}

function readEntryPoints(): EntryPoint[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string }>
  }
  return Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'string'
      ? []
      : [{ name: `capstan${path.slice(1)}`, page: pageOf(path.slice(2)), types: join(root, target.types) }],
  )
}

function pageOf(path: string): string {
  return `${path === '' ? 'capstan' : path.replaceAll('/', '-')}.md`
}

const entryPoints = readEntryPoints()

/** The entry point that documents a declaration: the nearest one above it. */
function homeOf({ name, file }: Declaration): EntryPoint | undefined {
  const distance = ({ types }: EntryPoint): number => {
    const path = relative(dirname(types), file)
    return path.startsWith('..') ? 1000 + path.length : path.length
  }
  return entryPoints
    .filter(({ types }) =>
      exportsOf(types)
        .get(name)
        ?.some((declaration) => declaration.file === file),
    )
    .toSorted((one, other) => distance(one) - distance(other))[0]
}

function section(name: string, declarations: readonly Declaration[], here: EntryPoint): string {
  const [first] = declarations
  const home = first === undefined ? undefined : homeOf(first)
  if (first === undefined) return `### ${name}\n\nFrom another package.\n`
  if (home !== undefined && home !== here)
    return `### ${name}\n\nSee [${home.name}](${home.page}#${first.name.toLowerCase()}).\n`
  const blocks = declarations.map(({ kind, comment, code }) => {
    const text = comment.replace(/\{@link (\w+)\}/g, '`$1`').replace(/^@throws\b/gm, '\nThrows')
    return `${text}${text === '' ? '' : '\n\n'}\`\`\`ts\n${kind === 'constant' ? shortened(code) : code}\n\`\`\`\n`
  })
  return `### ${name}\n\n${blocks.join('\n')}`
}

function shortened(code: string): string {
  const lines = code.split('\n')
  if (lines.length <= longestConstant) return code
  return `${lines[0]}\n  // ${lines.length - 1} more lines`
}

function page(entryPoint: EntryPoint): string {
  const { name, types } = entryPoint
  const guide = `${name.replace('capstan/', '')}.md`
  const parts = [
    `# ${name}\n`,
    `Written by \`npm run docs\` from the types.${existsSync(join(root, 'docs', guide)) ? ` [${guide}](../${guide}) shows how to use it.` : ''}\n`,
  ]
  const names = [...exportsOf(types)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [kind, heading] of Object.entries(headings)) {
    const ofKind = names.filter(([, declarations]) => (declarations[0]?.kind ?? 'type') === kind)
    if (ofKind.length > 0)
      parts.push(`## ${heading}\n`, ...ofKind.map((entry) => section(...entry, entryPoint)))
  }
  return parts.join('\n')
}

function indexPage(): string {
  const rows = entryPoints.map(
    ({ name, page: file, types }) => `| [\`${name}\`](${file}) | ${exportsOf(types).size} |`,
  )
  return [
    '# API reference\n',
    'For people who look up a name: every export of every entry point, with its type. Written by `npm run docs`.',
    '[architecture.md](../architecture.md) says what each entry point is for.\n',
    '| entry point | exports |\n|---|---|',
    ...rows,
    '',
  ].join('\n')
}

/** The API reference, by path from the project's root, from the built declarations. */
export const apiPages: Readonly<Record<string, () => string>> = {
  'docs/api/README.md': indexPage,
  ...Object.fromEntries(entryPoints.map((entry) => [`docs/api/${entry.page}`, () => page(entry)])),
}
