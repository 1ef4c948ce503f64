import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installedPackages, sizeOnDisk } from './support/installed-size.ts'
import { unpackInto } from './support/packed-package.ts'
import { manifest, projectRoot } from './support/package.ts'

/** A project that has installed the packed package, as a user's would. */
const folder = mkdtempSync(join(tmpdir(), 'capstan-consumer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packageFolder = (name: string): string =>
  dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))

beforeAll(() => {
  unpackInto(folder)
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
  const program = join(folder, 'node_modules/.bin/capstan')
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

it('includes no source maps', () => {
  const files = globSync('node_modules/capstan/**/*', { cwd: folder })
  expect(files).toContain('node_modules/capstan/dist/cli/main.js')
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
})

it('imports only names that its bundled libraries export', async () => {
  const root = join(folder, 'node_modules/capstan/dist')
  const missing: string[] = []
  for (const file of globSync('**/*.js', { cwd: root })) {
    const source = readFileSync(join(root, file), 'utf8')
    for (const [, names = '', library = ''] of source.matchAll(
      /import \{([^}]*)\} from ["'][./]*\/(libraries\/[^"']+)["']/g,
    )) {
      const exported = (await import(join(root, library))) as object
      for (const name of names.split(',').map((each) => each.trim().split(' as ')[0] ?? ''))
        if (!(name in exported)) missing.push(`${file}: ${name} of ${library}`)
    }
  }
  expect(missing).toEqual([])
})
