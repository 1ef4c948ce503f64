import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { basename, join } from 'node:path'
import { Script } from 'node:vm'
import { isRecord } from '../core/is-record.ts'

/** How often a command adds its functions: the second run of an agent uses functions that the first one did not. */
const mostAdditions = 3
/** A command shorter than this adds its functions once: writing them takes 3 ms. */
const shortSeconds = 0.1
/** V8 drops the code of functions that a process did not call for a while. */
const longSeconds = 60
/** A multiple of 8 bytes: V8 copies code that is not aligned. */
const headBytes = 1024

/** How often each command has added its functions. */
type Additions = Readonly<Record<string, unknown>>

interface Cached {
  readonly additions: Additions
  readonly code: Buffer
}

/**
 * Runs a script and returns its value. Unlike Node's own cache of compiled modules, this one also holds the functions
 * that earlier commands called, so that V8 compiles nothing: a run starts 11 ms sooner. The cache is in Node's folder,
 * and there is none if that is disabled. Scripts are ASCII, and their names change with their content.
 */
export function runCachedScript(
  file: string,
  { command = typedCommand(), folder }: { command?: string; folder?: string } = {},
): unknown {
  const cacheFile = (): string | undefined => {
    const parent = folder ?? getCompileCacheDir?.()
    return parent === undefined ? undefined : join(parent, `${basename(file)}.cache`)
  }
  const cached = readCached(cacheFile())
  const script = new Script(readFileSync(file, 'latin1'), {
    filename: file,
    ...(cached === undefined ? {} : { cachedData: cached.code }),
  })
  const known = script.cachedDataRejected === true ? undefined : cached
  const added = Number(known?.additions[command] ?? 0)
  if (added < mostAdditions) {
    process.once('exit', () => {
      // The first command of a user enables the cache at its end.
      const target = cacheFile()
      const seconds = process.uptime()
      if (target === undefined || seconds > longSeconds || (added > 0 && seconds < shortSeconds)) return
      const code = script.createCachedData()
      if (code.length < (known?.code.length ?? 0)) return
      writeCached(target, { additions: { ...known?.additions, [command]: added + 1 }, code })
    })
  }
  return script.runInThisContext()
}

/** The first argument, unless it is an option: the words after an option may hold secrets. */
function typedCommand(): string {
  const [, , first = ''] = process.argv
  return first.startsWith('-') ? '' : first
}

function readCached(file: string | undefined): Cached | undefined {
  if (file === undefined) return undefined
  try {
    const bytes = readFileSync(file)
    const additions: unknown = JSON.parse(bytes.toString('latin1', 0, headBytes))
    return isRecord(additions) ? { additions, code: bytes.subarray(headBytes) } : undefined
  } catch {
    return undefined
  }
}

/** Without a cache the next start is only slower. A folder that was removed is not created again. */
function writeCached(file: string, { additions, code }: Cached): void {
  const head = Buffer.from(JSON.stringify(additions).padEnd(headBytes), 'latin1')
  if (head.length > headBytes) return
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, Buffer.concat([head, code]), { mode: 0o600, flag: 'wx' })
    renameSync(draft, file)
  } catch {
    rmSync(draft, { force: true })
  }
}
