import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The prefix of a job's folder: its owner removes the folder, unless the owner is killed. */
export function folderPrefix(agent: string): string {
  return `${agent}.${process.pid}.`
}

const hourMs = 3_600_000

/**
 * Removes folders of jobs whose process was killed. A young folder stays: its owner may be in another process namespace,
 * where its number means another process.
 */
export async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const owner = Number(name.split('.').at(-2))
    if (Number.isNaN(owner) || isRunning(owner)) continue
    const folder = join(parent, name)
    const { mtimeMs = Date.now() } = (await stat(folder).catch(() => undefined)) ?? {}
    if (Date.now() - mtimeMs > hourMs) await rm(folder, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
