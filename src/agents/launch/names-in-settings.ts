import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { SettingsPattern } from '../definition/definition.ts'

/** What a pattern finds in the user's settings; nothing without the file. */
export function namesIn(
  { folder, folderVariable, file, pattern }: SettingsPattern,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const home = environment['HOME'] || homedir()
  const given = folderVariable === undefined ? undefined : environment[folderVariable]
  const text = contentOf(join(given || join(home, folder), file))
  return Array.from(text.matchAll(new RegExp(pattern, 'gu')), ([, name]) => name ?? '')
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
