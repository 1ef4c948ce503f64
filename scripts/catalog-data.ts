import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'
import { definitions } from '../src/agents/catalog.ts'

/**
 * Writes the agents of the catalog as JSON text, which is parsed when a definition is first read: a program usually needs
 * one of them, and V8 reads a text faster than code. The first event of a program comes 4 ms sooner.
 */
export async function catalogData(root: string): Promise<Plugin> {
  const folder = join(root, 'src/agents')
  const files = await filesOfFunctions(folder)
  return {
    name: 'catalog-data',
    transform: {
      filter: { id: /[\\/]agents[\\/]catalog\.ts$/ },
      handler: (code, id) => (id === join(folder, 'catalog.ts') ? withData(code, files) : undefined),
    },
  }
}

/** The file of every function of a definition, by its name. They are all in `*.lazy.ts` files. */
async function filesOfFunctions(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  for (const file of globSync('catalog/*/*.lazy.ts', { cwd: folder })) {
    const exported = (await import(pathToFileURL(join(folder, file)).href)) as object
    for (const name of Object.keys(exported)) files.set(name, `./${file.replaceAll('\\', '/')}`)
  }
  return files
}

function withData(code: string, files: ReadonlyMap<string, string>): string {
  const names = new Set<string>()
  const getters = Object.entries(definitions).map(([id, definition]) => {
    const functions = functionsIn(definition)
    for (const { name } of functions) names.add(name)
    const assignments = functions.map(({ path, name }) => `data.${path} = ${name}`)
    const text = JSON.stringify(definition)
    return `get ${id}() { return (read.${id} ??= ((data) => { ${assignments.join('; ')}; return data })(JSON.parse(${JSON.stringify(text)}))) }`
  })
  const imports = Array.from(names, (name) => {
    const file = files.get(name)
    if (file === undefined) throw new Error(`The function ${name} of a definition is in no *.lazy.ts file`)
    return `import { ${name} } from '${file}'`
  })
  const rest = code.replaceAll(/^import \{ \w+ \} from '\.\/catalog\/[^']+'\n/gm, '')
  const listed = rest.replace(
    /^export const definitions = \{[^}]*\} satisfies .*$/m,
    () => `const read = {}\nexport const definitions = { ${getters.join(',\n')} }`,
  )
  if (listed === rest) throw new Error('src/agents/catalog.ts has no list of definitions')
  return `${imports.join('\n')}\n${listed}`
}

function functionsIn(value: unknown, path = ''): { path: string; name: string }[] {
  if (typeof value === 'function') return [{ path, name: value.name }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, field]) =>
    functionsIn(field, path === '' ? key : `${path}.${key}`),
  )
}
