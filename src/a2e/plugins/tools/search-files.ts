import { posix } from 'node:path'
import { excerptOf } from '../../../core/text/excerpt.ts'
import { CapstanError } from '../../../core/capstan-error.ts'
import type { RootFiles } from '../root/root-files.ts'

/** A line that contains the text. */
export interface SearchMatch {
  path: string
  /** Starting at 1. */
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
  /** Whether every file was searched. */
  isComplete: boolean
}

const mostMatches = 500
const mostFiles = 20_000
/** Large folders of generated files. */
const skipped = new Set(['.git', 'node_modules'])

/** Searches all text files of a folder, without following links. */
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

/** Empty for a file that is not text, is too large or no longer exists. */
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
  const searched = ignoreCase ? text.toLowerCase() : text
  // Most files have no match: only the others are split into lines.
  if (!(ignoreCase ? content.toLowerCase() : content).includes(searched)) return
  for (const [index, line] of content.split(/\r?\n/).entries()) {
    const at = (ignoreCase ? line.toLowerCase() : line).indexOf(searched)
    if (at !== -1) yield { path, line: index + 1, text: excerptOf(line, at) }
  }
}
