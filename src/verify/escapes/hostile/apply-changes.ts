import { mergeJson } from '../../../core/merge-json.ts'
import type { FileChanges } from './hostile-files.ts'

/** The files of a folder with changes. */
export function applyChanges(
  files: Readonly<Record<string, string>>,
  { files: more = {}, json = {}, firstLines = {}, lines = {} }: FileChanges,
): Record<string, string> {
  const all: Record<string, string> = { ...files, ...more }
  for (const [path, fields] of Object.entries(json))
    all[path] = JSON.stringify(mergeJson(JSON.parse(all[path] ?? '{}'), fields))
  for (const [path, before] of Object.entries(firstLines))
    all[path] = `${before.join('\n')}\n${all[path] ?? ''}`
  for (const [path, after] of Object.entries(lines)) all[path] = `${all[path] ?? ''}${after.join('\n')}\n`
  return all
}
