import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectFolder } from '../../../test/agents/cache.ts'
import { type Block, noteOf, placeOf } from './block.ts'

const compilerOptions = {
  module: 'nodenext',
  target: 'es2024',
  lib: ['es2024', 'esnext.disposable', 'dom'],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  types: ['node'],
}

/** The errors of all programs under `strict`, by the place of their block. */
export function compilePrograms(blocks: readonly Block[]): Map<string, string> {
  // In the project, so that imports find its packages, and `capstan` is the package itself.
  const folder = mkdtempSync(join(projectFolder, '.docs-check-'))
  try {
    const places = new Map<string, string>()
    for (const block of blocks) {
      const isData = block.language === 'json' && block.file !== undefined
      if ((block.language !== 'ts' && !isData) || noteOf(block, 'excerpt of') !== undefined) continue
      const path = join(block.page.replaceAll(/\W/g, '-'), block.file ?? `block-${block.line}.ts`)
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), isData ? block.text : `${block.text}\nexport {}\n`)
      places.set(path, placeOf(block))
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }))
    const tsc = join(projectFolder, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '--project', folder, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    })
    return errorsByPlace(stdout, places)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function errorsByPlace(output: string, places: ReadonlyMap<string, string>): Map<string, string> {
  const errors = new Map<string, string>()
  for (const line of output.split('\n').filter((text) => text.includes('error TS'))) {
    const [path = ''] = line.split('(')
    const place = places.get(path) ?? path
    errors.set(place, [errors.get(place), line].filter(Boolean).join('\n'))
  }
  return errors
}
