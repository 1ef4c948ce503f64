import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { filePromises } from '../../core/file-promises.ts'
import type { PlannedFile } from '../../agents/definition/planned-file.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { isRecord } from '../../core/is-record.ts'
import { mergeJson } from '../../core/merge-json.ts'

type Overlay = NonNullable<PlannedFile['over']>
type Environment = Readonly<Record<string, string | undefined>>

/** Reads what an agent gets of a settings file of the user. */
export type ReadSettings = (file: string, path: string) => Promise<string>

export interface OverlayOptions {
  readonly content: string
  readonly into: string
  readonly environment: Environment
  /** Without it, the agent gets the whole file. */
  readonly readSettings?: ReadSettings | undefined
}

/**
 * Creates a home folder for the run with one changed settings file. Everything else is linked to the user's home, so
 * that a renewed login and stored sessions stay there. Returns the content of the settings file.
 */
export async function overlayHome(
  { folderVariable, file, shares = { folders: [], files: [] } }: Overlay,
  { content, into, environment, readSettings = wholeFile }: OverlayOptions,
): Promise<string> {
  const home = environment[folderVariable] || environment['HOME'] || homedir()
  const beside = dirname(file)
  await filePromises().mkdir(join(into, beside), { recursive: true, mode: 0o700 })
  for (const folder of shares.folders) await filePromises().mkdir(join(home, folder), { recursive: true })
  const names = await filePromises()
    .readdir(join(home, beside))
    .catch(() => [])
  const paths = new Set([...names.map((name) => join(beside, name)), ...shares.files])
  paths.delete(join(file))
  for (const path of paths) await linkTo(join(home, path), join(into, path))
  const path = join(home, file)
  const own = await readSettings(file, path)
  return JSON.stringify(mergeJson(parsed(own, path), JSON.parse(content), { joinLists: true }))
}

function wholeFile(_: string, path: string): Promise<string> {
  return filePromises()
    .readFile(path, 'utf8')
    .catch(() => '{}')
}

/** Falls back to a hard link or a copy where symlinks are not allowed, as on Windows. */
async function linkTo(target: string, path: string): Promise<void> {
  await filePromises()
    .symlink(target, path, 'junction')
    .catch(() => filePromises().link(target, path))
    .catch(() => filePromises().copyFile(target, path))
    .catch(() => {})
}

const commentOrText = /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

function parsed(text: string, path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text.replaceAll(commentOrText, (_, quoted?: string) => quoted ?? ''))
    if (isRecord(value)) return value
  } catch {}
  throw new CapstanError('AGENT_NOT_STARTED', `The settings in ${path} are not a JSON object`, {
    hint: 'Fix the file: the agent reads it too.',
  })
}
