import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { InstallPlan } from './install-plan.ts'

export interface UnpackedInstall {
  readonly prefix: string
  readonly unpack: NonNullable<InstallPlan['unpack']>
  /** Installs the other packages after the download and before the unpacking: npm removes packages it did not install. */
  readonly others: readonly [string, ...string[]]
}

/**
 * Installs a package without its dependencies next to packages that npm installs. Downloads and unpacks into a temporary
 * folder first, so a failure there changes nothing.
 */
export async function installUnpacked(
  { prefix, unpack, others }: UnpackedInstall,
  run: (command: readonly [string, ...string[]], folder?: string) => Promise<void>,
): Promise<void> {
  const aside = await mkdtemp(join(prefix, '.unpacking-'))
  try {
    await run(['npm', 'pack', `${unpack.name}@${unpack.version}`], aside)
    const tarball = (await readdir(aside)).find((file) => file.endsWith('.tgz')) ?? ''
    // Run tar in the folder: tar reads the drive letter of a Windows path as a network host.
    await run(['tar', '-xzf', tarball], aside)
    await run(others)
    const place = join(prefix, 'node_modules', unpack.name)
    await rm(place, { recursive: true, force: true })
    await mkdir(dirname(place), { recursive: true })
    // npm tarballs hold one folder with this name.
    await rename(join(aside, 'package'), place)
    // Links the program into `.bin`, as an installation would.
    await run(['npm', 'rebuild', '--prefix', prefix, '--ignore-scripts', unpack.name])
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}
