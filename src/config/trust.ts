import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { dataFolder } from '../core/files/data-folder.ts'
import { isRecord } from '../core/is-record.ts'
import type { ConfigDocument } from './read-config.ts'
import { writeConfigFile } from './write-config-file.ts'

/** Whether the user trusts a project file; `changed` if the user trusted it with other content. */
export type Trust = 'trusted' | 'changed' | 'untrusted'

type Environment = Readonly<Record<string, string | undefined>>

const fileName = 'trusted-projects.json'

/** Trust applies to a real path and its content: a changed file is no longer trusted. */
export function trustOf(
  { path, hash }: Pick<ConfigDocument, 'path' | 'hash'>,
  environment: Environment,
): Trust {
  const kept = trustedHashes(environment)
  const file = realpathSync(path)
  if (!Object.hasOwn(kept, file)) return 'untrusted'
  return kept[file] === hash ? 'trusted' : 'changed'
}

/** Trusts a project file with its current content. */
export function trust({ path, hash }: Pick<ConfigDocument, 'path' | 'hash'>, environment: Environment): void {
  write({ ...trustedHashes(environment), [realpathSync(path)]: hash }, environment)
}

/** Stops trusting a project file, even if it no longer exists. Returns whether it was trusted. */
export function untrust(path: string, environment: Environment): boolean {
  const { [realPathOf(path)]: found, ...others } = trustedHashes(environment)
  if (found !== undefined) write(others, environment)
  return found !== undefined
}

/** For a missing file: its name in the real path of its folder. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return join(realpathSync(dirname(path)), basename(path))
  }
}

/** Empty if the file is unreadable or other users can write to it. */
function trustedHashes(environment: Environment): Record<string, string> {
  const file = join(dataFolder({ environment }), fileName)
  try {
    const { uid, mode } = lstatSync(file)
    const user = process.getuid?.()
    if (user !== undefined && (uid !== user || (mode & 0o022) !== 0)) return {}
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!isRecord(kept)) return {}
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

function write(kept: Readonly<Record<string, string>>, environment: Environment): void {
  writeConfigFile(join(dataFolder({ environment }), fileName), `${JSON.stringify(kept, undefined, 2)}\n`)
}
