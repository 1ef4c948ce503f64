import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type OutputOptions, rolldown } from 'rolldown'
import { type Layers, layered } from './build-layers.ts'
import { quickToLoad } from './build-output.ts'
import { buildLibraries, sharedLibraries } from './build-libraries.ts'
import { buildPage } from './build-page.ts'
import { cachedChunks } from './cached-chunks.ts'
import { catalogData } from './catalog-data.ts'
import { writeLicenses } from './bundled-licenses.ts'
import { pruneDeclarations } from './prune-declarations.ts'

const root = join(import.meta.dirname, '..')

/** Every entry point of the package, by its path below `dist/` without the extension. */
const entryPoints = [
  'index',
  'capabilities/index',
  'capabilities/schemas',
  'capabilities/convert',
  'capabilities/ecosystems/ag-ui/index',
  'capabilities/ecosystems/a2e/index',
  'capabilities/ecosystems/relay/index',
  'capabilities/ecosystems/mux/index',
  'capabilities/ecosystems/acp/index',
  'events/index',
  'events/schemas',
  'models/index',
  'agents/index',
  'config/index',
  'a2e/index',
  'acp/index',
  'run/index',
  'sessions/index',
  'ai-sdk/index',
  'gateway/index',
  'gateway/client/index',
  'testing/index',
]
/** Not bundled: dependencies and optional peers, with their subpaths. */
const { dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Record<'dependencies' | 'peerDependencies', Record<string, string>>
const packages = Object.keys({ ...dependencies, ...peerDependencies }).map(
  (name) => new RegExp(`^${name}(/|$)`),
)
const program = 'cli/main'
/** The program that runs the checks of `capstan verify`; it shares the files of the entry points. */
const worker = 'verify/worker/main'
/** Programs of one file each: the sim, the replay program and the MCP servers of the contract, the sessions and the gateway. */
const ownPrograms = [
  'testing/sim/main',
  'testing/replay/main',
  'testing/mcp-server/main',
  'sessions/mcp/main',
  'gateway/client-tools/main',
  'a2e/plugins/chains/expression-worker',
]
const startOfProgram =
  /src[\\/](cli[\\/](?!commands[\\/]|input|output[\\/](run-view|permission-prompt))|core[\\/](?:files[\\/]|text[\\/])?(capstan-error|config-files|config-variables|data-folder|edit-distance|nearest-name|version))/

/** The modules that a run loads. Each layer is one file without the modules of earlier layers. */
const libraryLayers: Layers = {
  files: {
    // First: a bundle for a browser that converts capabilities must not bring anything else with it (`npm run bench -- page`).
    conversion: [
      'src/capabilities/ecosystems/acp/index.ts',
      'src/capabilities/ecosystems/ag-ui/index.ts',
      'src/capabilities/ecosystems/mux/index.ts',
    ],
    // With a few small modules that several later files share.
    base: ['src/index.ts', 'src/core/secret-name.ts'],
    // One file, because finding and linking each further file takes 1 ms of the start of a run.
    client: [
      'src/run/index.ts',
      'src/run/open.lazy.ts',
      'src/run/conversation/conversation.ts',
      'src/acp/acp-connection.ts',
    ],
    // What a run does not need.
    registries: [
      'src/agents/index.ts',
      'src/models/index.ts',
      'src/capabilities/index.ts',
      'src/acp/index.ts',
    ],
  },
  lighter: ['src/a2e/index.ts'],
}
const programLayers: Layers = {
  files: {
    run: [
      'src/cli/commands/run.ts',
      'src/run/client.ts',
      'src/run/open.lazy.ts',
      'src/run/conversation/conversation.ts',
      'src/core/text/strip-terminal-codes.ts',
    ],
    // After the agent is started.
    acp: ['src/acp/acp-connection.ts'],
  },
}

interface BundleOptions {
  output: OutputOptions
  layers?: Layers
  /** Modules of no layer, bundled into a separate file. */
  first?: { name: string; test: RegExp }
  /** Layers whose compiled functions are cached. */
  cached?: readonly string[]
}

const catalog = await catalogData(root)

/** Every module that a bundle holds. */
const bundled = new Set<string>()

/** Bundles entries with shared chunks, because opening fewer files saves the most startup time. */
async function bundle(
  entries: readonly string[],
  { output, layers, first, cached = [] }: BundleOptions,
): Promise<void> {
  const { plugin, groups } = layers === undefined ? { plugin: undefined, groups: [] } : layered(root, layers)
  const build = await rolldown({
    cwd: root,
    plugins: [catalog, plugin, sharedLibraries(root), quickToLoad, cachedChunks(cached)],
    input: Object.fromEntries(entries.map((entry) => [entry, `src/${entry}.ts`])),
    platform: 'node',
    // The oldest supported Node: it cannot parse all syntax of the sources.
    transform: { target: 'node22.13' },
    external: [/^node:/, ...packages],
    // Commands share modules on purpose; layers decide what is loaded when.
    checks: { ineffectiveDynamicImport: false },
  })
  const { output: files } = await build.write({
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    // The declarations keep them; in the code they only cost startup time.
    comments: { jsdoc: false },
    // Short local names: V8 reads them sooner. Lines and the names of functions and classes stay, for stack traces.
    minify: {
      compress: false,
      mangle: { toplevel: true, keepNames: true },
      codegen: { removeWhitespace: false },
    },
    ...(first === undefined && groups.length === 0
      ? {}
      : {
          codeSplitting: {
            groups: [...(first === undefined ? [] : [{ ...first, priority: 100 }]), ...groups],
          },
        }),
    ...output,
  })
  for (const file of files) if (file.type === 'chunk') for (const id of file.moduleIds) bundled.add(id)
  await build.close()
}

function declarations(): void {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const result = spawnSync(process.execPath, [tsc, '--project', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (result.status !== 0) process.exit(result.status ?? 1)
}

rmSync(join(root, 'dist'), { recursive: true, force: true })
await bundle([...entryPoints, worker], {
  output: { chunkFileNames: 'chunks/[name]-[hash].js' },
  layers: libraryLayers,
})
// Bundled separately and grouped, so that --version and --help load one file.
await bundle([program], {
  output: { chunkFileNames: 'cli/chunks/[name]-[hash].js' },
  layers: programLayers,
  first: { name: 'program', test: startOfProgram },
  cached: Object.keys(programLayers.files),
})
await bundle(['cli/cached-script'], { output: {} })
for (const file of ownPrograms) await bundle([file], { output: {} })
for (const id of await buildLibraries(root, packages)) bundled.add(id)
for (const file of [program, ...ownPrograms]) chmodSync(join(root, `dist/${file}.js`), 0o755)
// Not bundled: a program reads one or two of these files on demand.
cpSync(join(root, 'src/models/data'), join(root, 'dist/models/data'), { recursive: true })
const histories = globSync('agents/catalog/*/history.ndjson', { cwd: join(root, 'src') })
for (const file of ['agents/agent.schema.json', 'config/config.schema.json', ...histories]) {
  cpSync(join(root, 'src', file), join(root, 'dist', file))
}
writeLicenses(root, bundled)
await buildPage()
declarations()
pruneDeclarations(join(root, 'dist'), entryPoints)
