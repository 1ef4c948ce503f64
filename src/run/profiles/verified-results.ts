import { frozenCopy } from '../../capabilities/frozen-copy.ts'
import type { ObservedClaim } from '../../capabilities/profile.ts'
import { dataFolder } from '../../core/files/data-folder.ts'
import { writeWhole } from '../../core/files/write-whole.ts'
import { createId } from '../../core/ids.ts'
import { isRecord } from '../../core/shape.ts'

// An import of node:fs also loads its streams.
const fileSystem = process.getBuiltinModule('node:fs')
const path = process.getBuiltinModule('node:path')

/** The program that results are about: its version, the version of its bridge, and the command of an unversioned one. */
export interface VerifiedProgram {
  readonly version?: string
  readonly bridge?: string
  /** A hash of the command and its files, for a program that is known only by its command. */
  readonly command?: string
}

/** The result of one check. */
export interface StoredCheck {
  readonly name: string
  readonly result: 'verified' | 'refuted' | 'not-applicable'
  readonly saw: string
  /** ISO 8601. */
  readonly at: string
  readonly claims: readonly ObservedClaim[]
}

/** The results of checks on one program of one agent. */
export interface VerifiedResults {
  readonly agent: string
  readonly program: VerifiedProgram
  readonly checks: readonly StoredCheck[]
}

/** Whether results are about exactly this program. */
export function isSameProgram(one: VerifiedProgram, other: VerifiedProgram): boolean {
  if (one.command !== undefined || other.command !== undefined) return one.command === other.command
  return one.version === other.version && one.bridge === other.bridge
}

interface Folder {
  stamp: string
  results: readonly VerifiedResults[]
}

const folders = new Map<string, Folder>()
const none: Folder = { stamp: '', results: [] }

/**
 * The results of an agent on this machine, one entry per program, the newest check of each name. Cached until a file is
 * added or removed; costs one stat while nothing was ever verified. A corrupt file counts as missing.
 */
export function verifiedResults(agent: string): readonly VerifiedResults[] {
  return read(agent).results
}

/** Changes with the results of the agent; empty if there are none. */
export function verifiedStamp(agent: string): string {
  return read(agent).stamp
}

/** Stores results atomically. Each call writes a file of its own, so that concurrent writers lose nothing. */
export function storeResults(results: VerifiedResults): void {
  const folder = folderOf(results.agent)
  writeWhole(path.join(folder, `${Date.now()}-${createId()}.json`), `${JSON.stringify(results)}\n`)
  folders.delete(folder)
  prune(folder)
}

function folderOf(agent: string): string {
  return path.join(dataFolder(), 'verified', agent)
}

function read(agent: string): Folder {
  const folder = folderOf(agent)
  const { mtimeMs } = fileSystem.statSync(folder, { throwIfNoEntry: false }) ?? {}
  if (mtimeMs === undefined) return none
  const known = folders.get(folder)
  const stamp = String(mtimeMs)
  if (known?.stamp === stamp) return known
  const found: Folder = { stamp, results: newest(filesOf(folder).map(({ results }) => results)) }
  folders.set(folder, found)
  return found
}

/** The files of a folder, the newest first. Drafts have another ending. */
function filesOf(folder: string): { file: string; results: VerifiedResults }[] {
  const names = fileSystem.readdirSync(folder).filter((name) => name.endsWith('.json'))
  const newestFirst = names.toSorted((one, other) => (one < other ? 1 : -1))
  return newestFirst.flatMap((name) => {
    const file = path.join(folder, name)
    const results = readResults(file)
    return results === undefined ? [] : [{ file, results }]
  })
}

function readResults(file: string): VerifiedResults | undefined {
  try {
    const document: unknown = JSON.parse(fileSystem.readFileSync(file, 'utf8'))
    return isResults(document) ? { ...document, checks: document.checks.map(frozenClaims) } : undefined
  } catch {
    return undefined
  }
}

/** Profiles freeze what they show: frozen once, no profile copies it again. */
function frozenClaims(check: StoredCheck): StoredCheck {
  const claims = check.claims.map(({ id, evidence }) => ({ id, evidence: frozenCopy(evidence) }))
  return { ...check, claims }
}

/** Joins the results of each program; of several results of a check, the first counts. */
function newest(all: readonly VerifiedResults[]): VerifiedResults[] {
  const joined: VerifiedResults[] = []
  for (const results of all) {
    const at = joined.findIndex(({ program }) => isSameProgram(program, results.program))
    const before = joined[at]
    if (before === undefined) joined.push(results)
    else {
      const names = new Set(before.checks.map(({ name }) => name))
      const more = results.checks.filter(({ name }) => !names.has(name))
      joined[at] = { ...before, checks: [...before.checks, ...more] }
    }
  }
  return joined
}

/** Results of more programs than this are of versions that are long gone. */
const mostPrograms = 20

/** Removes files whose checks all have newer results, and those of the oldest programs. */
function prune(folder: string): void {
  const seen: { program: VerifiedProgram; names: Set<string> }[] = []
  for (const { file, results } of filesOf(folder)) {
    const { program, checks } = results
    let known = seen.find((one) => isSameProgram(one.program, program))
    if (known === undefined && seen.length < mostPrograms) seen.push((known = { program, names: new Set() }))
    const news = checks.filter(({ name }) => known?.names.has(name) === false)
    for (const { name } of news) known?.names.add(name)
    // Another process may have removed the file.
    if (news.length === 0) fileSystem.rmSync(file, { force: true })
  }
}

function isResults(value: unknown): value is VerifiedResults {
  return (
    isRecord(value) &&
    typeof value['agent'] === 'string' &&
    isRecord(value['program']) &&
    Array.isArray(value['checks']) &&
    value['checks'].every(isCheck)
  )
}

function isCheck(value: unknown): value is StoredCheck {
  return (
    isRecord(value) &&
    ['name', 'result', 'saw', 'at'].every((field) => typeof value[field] === 'string') &&
    Array.isArray(value['claims']) &&
    value['claims'].every(isClaim)
  )
}

function isClaim(value: unknown): value is ObservedClaim {
  if (!isRecord(value) || typeof value['id'] !== 'string') return false
  const { evidence } = value
  if (!isRecord(evidence) || !isRecord(evidence['scope'])) return false
  const { source, support, scope } = evidence
  const { transport } = scope
  return (
    source === 'observed' &&
    (support === 'supported' || support === 'unsupported') &&
    (transport === 'acp' || transport === 'cli')
  )
}
