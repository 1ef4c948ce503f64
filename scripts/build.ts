import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')

/** Every door of the package, by its path below `dist/` without the extension. */
export const doors = [
  'index',
  'capabilities/index',
  'capabilities/schemas',
  'events/index',
  'events/schemas',
  'cli/main',
] as const

/** Bundles each door with shared chunks: fewer files to open is the largest saving at start. */
async function bundle(): Promise<void> {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(doors.map((door) => [door, `src/${door}.ts`])),
    platform: 'node',
    external: [/^node:/, 'zod'],
  })
  await build.write({
    dir: 'dist',
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  })
  await build.close()
  chmodSync(join(root, 'dist/cli/main.js'), 0o755)
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
await bundle()
declarations()
