import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { manifest, projectRoot } from './package.ts'

/** Packs the built package into a folder, as `npm publish` does, and returns the tarball. */
export function packInto(folder: string): string {
  const packed = execFileSync(
    'npm',
    ['pack', projectRoot, '--ignore-scripts', '--json', '--pack-destination', folder],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [{ filename } = { filename: '' }] = JSON.parse(packed) as { filename: string }[]
  return join(folder, filename)
}

/** Unpacks the package below `node_modules` of a folder, without its dependencies and without the network. */
export function unpackInto(folder: string): string {
  execFileSync('tar', ['-xzf', packInto(folder)], { cwd: folder })
  const installed = join(folder, 'node_modules/capstan')
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  renameSync(join(folder, 'package'), installed)
  for (const [name, file] of Object.entries(manifest.bin))
    symlinkSync(join('../capstan', file), join(folder, 'node_modules/.bin', name))
  return installed
}
