import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sizeOnDisk } from '../../test/support/installed-size.ts'
import { packInto } from '../../test/support/packed-package.ts'
import { CapstanError } from '../../src/core/capstan-error.ts'
import type { Peer } from './peers.ts'

const benchFolder = join(import.meta.dirname, '..')
const cache = join(benchFolder, '../.peer-cache')

/** A peer in a folder of its own. */
export interface InstalledPeer extends Peer {
  readonly folder: string
  readonly version: string
  readonly packages: number
  readonly megabytes: number
}

/** A peer that the registry does not have, with npm's reason. */
export interface MissingPeer {
  readonly name: string
  readonly why: string
}

/** Installs a peer into a cache of the project, with the programs that measure it. */
export function installPeer(peer: Peer): InstalledPeer | MissingPeer {
  const folder = join(cache, peer.name.toLowerCase().replaceAll(' ', '-'))
  const isPacked = peer.package === 'packed'
  if (isPacked) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const done = join(folder, 'node_modules', 'installed')
  if (!existsSync(done) || readFileSync(done, 'utf8') !== peer.package) {
    const wanted = isPacked ? packInto(folder) : peer.package
    const { status, stderr } = spawnSync(
      'npm',
      // `npm run --silent` would hide the error.
      ['install', wanted, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'],
      { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' },
    )
    if (status !== 0) return { name: peer.name, why: reasonOf(peer, stderr) }
    writeFileSync(done, peer.package)
  }
  for (const file of ['driver.mjs', peer.case])
    copyFileSync(join(benchFolder, 'peers/cases', file), join(folder, file))
  const installed = packagesOf(folder)
  const own = peer.imports
    .split('/')
    .slice(0, peer.imports.startsWith('@') ? 2 : 1)
    .join('/')
  const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', own, 'package.json'), 'utf8')) as {
    version: string
  }
  const megabytes = installed.reduce((sum, path) => sum + sizeOnDisk(path), 0) / 1024 / 1024
  return { ...peer, folder, version, packages: installed.length, megabytes }
}

/** The folders of all packages in `node_modules`, nested ones included. */
function packagesOf(folder: string): string[] {
  const files = globSync('node_modules/**/package.json', { cwd: folder })
  return files
    .filter((file) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .map((file) => join(folder, file, '..'))
}

/** @throws CapstanError `BENCH_INSTALL_FAILED` for anything but a package that the registry does not have. */
function reasonOf({ package: name }: Peer, stderr: string): string {
  const [code] = /E404|ETARGET/.exec(stderr) ?? []
  if (code !== undefined) return `the npm registry has no ${name} (${code})`
  throw new CapstanError('BENCH_INSTALL_FAILED', `npm could not install ${name}`, {
    hint: stderr.trim().split('\n').slice(0, 3).join(' '),
  })
}
