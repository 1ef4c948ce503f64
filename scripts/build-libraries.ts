import { join, relative, sep } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { quickToLoad } from './build-output.ts'

/** Libraries that both the entry points and the program load on demand, with what they import of each. */
const libraries: Readonly<Record<string, readonly string[]>> = {
  '@modelcontextprotocol/client': [
    'Client',
    'ProtocolError',
    'SdkError',
    'SdkErrorCode',
    'SdkHttpError',
    'SSEClientTransport',
    'SseError',
    'StreamableHTTPClientTransport',
  ],
  '@cfworker/json-schema': ['format', 'Validator'],
  yaml: ['parseDocument'],
}

const fileOf = (name: string): string => `libraries/${name.replace(/^@/, '').replaceAll('/', '-')}.js`
const entryMark = '\0library:'

/** Bundles each library into one minified file, and returns their modules. */
export async function buildLibraries(root: string, external: readonly RegExp[]): Promise<readonly string[]> {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(Object.keys(libraries).map((name) => [fileOf(name), entryMark + name])),
    platform: 'node',
    transform: { target: 'node22.13' },
    external: [/^node:/, ...external],
    plugins: [entries(root), withoutValidator, quickToLoad],
    treeshake: { moduleSideEffects: false },
  })
  const { output } = await build.write({
    dir: 'dist',
    entryFileNames: '[name]',
    format: 'esm',
    minify: true,
    comments: false,
  })
  await build.close()
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}

function entries(root: string): Plugin {
  return {
    name: 'library-entries',
    resolveId(id, importer) {
      if (id.startsWith(entryMark)) return id
      return importer?.startsWith(entryMark) ? this.resolve(id, join(root, 'package.json')) : undefined
    },
    load(id) {
      if (!id.startsWith(entryMark)) return undefined
      const name = id.slice(entryMark.length)
      return `export { ${libraries[name]?.join(', ')} } from '${name}'`
    },
  }
}

/** The MCP client brings a JSON Schema validator of 290 KB that Capstan never calls. */
const withoutValidator: Plugin = {
  name: 'without-validator',
  resolveId: (id) => (id === '@modelcontextprotocol/client/_shims' ? '\0shims' : undefined),
  load: (id) =>
    id === '\0shims'
      ? 'export const CORS_IS_POSSIBLE = false; export class DefaultJsonSchemaValidator {}'
      : undefined,
}

/** Has the other bundles import these files. */
export function sharedLibraries(root: string): Plugin {
  const files = new Map(Object.keys(libraries).map((name) => [name, join(root, 'dist', fileOf(name))]))
  return {
    name: 'shared-libraries',
    resolveId(id) {
      const file = files.get(id)
      return file === undefined ? undefined : { id: file, external: 'absolute' }
    },
    renderChunk(code, { fileName }) {
      const folder = join(root, 'dist', fileName, '..')
      let moved = code
      for (const file of files.values())
        moved = moved.replaceAll(file, relative(folder, file).split(sep).join('/'))
      return moved
    },
  }
}
