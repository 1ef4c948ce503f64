import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installedPackages, sizeOnDisk } from './support/installed-size.ts'
import { manifest, projectRoot } from './support/package.ts'

/** A project that has installed the packed package, as a user's would. */
const folder = mkdtempSync(join(tmpdir(), 'capstan-consumer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packageFolder = (name: string): string =>
  dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))

beforeAll(() => {
  const packed = execFileSync(
    'npm',
    ['pack', projectRoot, '--ignore-scripts', '--json', '--pack-destination', folder],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [{ filename } = { filename: '' }] = JSON.parse(packed) as { filename: string }[]
  execFileSync('tar', ['-xzf', filename], { cwd: folder })
  mkdirSync(join(folder, 'node_modules'))
  renameSync(join(folder, 'package'), join(folder, 'node_modules/capstan'))
  symlinkSync(packageFolder('zod'), join(folder, 'node_modules/zod'))
  cpSync(join(projectRoot, 'test/fixtures/consumer/program.ts'), join(folder, 'program.ts'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
})

it.each([
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
])('type-checks for a consumer with %j', (resolution) => {
  const compilerOptions = {
    ...resolution,
    target: 'es2022',
    strict: true,
    noEmit: true,
    types: [],
    lib: ['es2023', 'dom'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  const tsc = join(packageFolder('typescript'), 'bin/tsc')
  expect(execFileSync(process.execPath, [tsc, '--project', folder], { encoding: 'utf8' })).toBe('')
})

it('runs for a consumer', () => {
  const output = execFileSync(process.execPath, ['program.ts'], { cwd: folder, encoding: 'utf8' })
  expect(JSON.parse(output)).toEqual({
    ok: true,
    event: { type: 'text.delta', text: 'hello' },
    declaration: {
      transport: { streaming: true },
      multimodal: { input: { image: false, audio: false } },
      state: { persistentState: true },
    },
    forkSession: false,
    code: 'capability_missing',
    unused: 2,
  })
})

it('includes the program', () => {
  const program = join(folder, 'node_modules/capstan/dist/cli/main.js')
  expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toBe(`${manifest.version}\n`)
})

it('installs at most 10 packages and 25 MB', () => {
  const packages = [...installedPackages(join(folder, 'node_modules/capstan'), projectRoot)]
  const sizes = Object.fromEntries(packages.map((path) => [basename(path), sizeOnDisk(path)]))
  expect(Object.keys(sizes)).toEqual(expect.arrayContaining(['capstan', 'hono', 'zod']))
  expect(packages.length).toBeLessThanOrEqual(10)
  expect(existsSync(join(folder, 'node_modules/capstan/dist/licenses.md'))).toBe(true)
  const sum = Object.values(sizes).reduce((total, size) => total + size, 0)
  // As `du -m` counts.
  expect({ sizes, fits: sum <= 25 * 1024 * 1024 }).toEqual({ sizes, fits: true })
})
