import { posix } from 'node:path'
import { excerptOf } from '../../../core/text/excerpt.ts'
import { CapstanError } from '../../../core/capstan-error.ts'
import type { RootFiles } from '../root/root-files.ts'

/** A line that holds the text. */
export interface SearchMatch {
  path: string
  /** From 1 on. */
  line: number
  /** The part of the line around the text. */
  text: string
}

export interface SearchOptions {
  files: RootFiles
  text: string
  folder: string
  ignoreCase: boolean
  signal: AbortSignal
}

export interface SearchOutcome {
  matches: SearchMatch[]
  /** Whether every file was looked at. */
  isComplete: boolean
}

const mostMatches = 500
const mostFiles = 20_000
/** Big, written by programs and read by nobody. */
const skipped = new Set(['.git', 'node_modules'])

/** Looks for a text in all files of a folder, without following links. What is no text is passed over. */
export async function searchFiles(options: SearchOptions): Promise<SearchOutcome> {
  const { files, folder, signal } = options
  const matches: SearchMatch[] = []
  const folders = [folder]
  let seen = 0
  for (let here = folders.pop(); here !== undefined; here = folders.pop()) {
    for (const { name, kind } of await files.list(here)) {
      const path = posix.join(here, name)
      if (kind === 'folder' && !skipped.has(name)) folders.push(path)
      if (kind !== 'file') continue
      signal.throwIfAborted()
      seen += 1
      if (seen > mostFiles) return { matches, isComplete: false }
      for (const match of matchesIn(await textOf(files, path), path, options)) {
        if (matches.length === mostMatches) return { matches, isComplete: false }
        matches.push(match)
      }
    }
  }
  return { matches, isComplete: true }
}

/** A file that is no text, too large or gone by now holds nothing to find. */
async function textOf(files: RootFiles, path: string): Promise<string> {
  return files.read(path).catch((error: unknown) => {
    if (CapstanError.isInstance(error)) return ''
    throw error
  })
}

function* matchesIn(
  content: string,
  path: string,
  { text, ignoreCase }: SearchOptions,
): Generator<SearchMatch> {
  const wanted = ignoreCase ? text.toLowerCase() : text
  // Most files hold nothing: only the others are cut into lines.
  if (!(ignoreCase ? content.toLowerCase() : content).includes(wanted)) return
  for (const [index, line] of content.split(/\r?\n/).entries()) {
    const at = (ignoreCase ? line.toLowerCase() : line).indexOf(wanted)
    if (at !== -1) yield { path, line: index + 1, text: excerptOf(line, at) }
  }
}
