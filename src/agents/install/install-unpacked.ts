import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { InstallPlan } from './install-plan.ts'

export interface UnpackedInstall {
  readonly prefix: string
  readonly unpack: NonNullable<InstallPlan['unpack']>
  /** Installs the other packages. npm takes away what it did not install itself, so this comes in the middle. */
  readonly others: readonly [string, ...string[]]
}

/**
 * Installs a package without its dependencies beside others that npm installs. It is fetched and unpacked to the side
 * first: whatever fails there has changed nothing.
 */
export async function installUnpacked(
  { prefix, unpack, others }: UnpackedInstall,
  run: (words: readonly [string, ...string[]], folder?: string) => Promise<void>,
): Promise<void> {
  const aside = await mkdtemp(join(prefix, '.unpacking-'))
  try {
    await run(['npm', 'pack', `${unpack.name}@${unpack.version}`], aside)
    const tarball = (await readdir(aside)).find((file) => file.endsWith('.tgz')) ?? ''
    // In its folder and by its name alone: a tar takes the drive of a Windows path for a host.
    await run(['tar', '-xzf', tarball], aside)
    await run(others)
    const place = join(prefix, 'node_modules', unpack.name)
    await rm(place, { recursive: true, force: true })
    await mkdir(dirname(place), { recursive: true })
    // The one folder in a package's tarball.
    await rename(join(aside, 'package'), place)
    // It links the program into `.bin` as it would have after installing it.
    await run(['npm', 'rebuild', '--prefix', prefix, '--ignore-scripts', unpack.name])
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}
