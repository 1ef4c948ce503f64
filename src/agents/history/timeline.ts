import { compareVersions } from '../../capabilities/scope.ts'
import { historyCheckNames } from './history-check.ts'
import {
  type HistoryCell,
  type HistoryLine,
  type HistoryOutcome,
  isTried,
  type TriedLine,
} from './history-line.ts'

/** The outcome of one check of one version. */
export interface TimelineCell {
  readonly version: string
  /** `disputed`: two runs of the same version saw different outcomes. */
  readonly outcome: HistoryOutcome | 'disputed'
  readonly seen?: string
  /** How many runs saw it. */
  readonly runs: number
}

/** A difference between two versions that were tried; versions between them were not. */
export interface TimelineChange {
  /** A check, or something that the handshake or the session offers. */
  readonly what: string
  readonly kind: 'check' | 'claim'
  readonly direction: 'appeared' | 'gone'
  /** The last version before the change that was tried. */
  readonly after: string
  /** The first version with the change that was tried. */
  readonly by: string
  /** How many runs saw each end. */
  readonly runs: readonly [after: number, by: number]
}

/** One check over the versions, the oldest first. */
export interface CheckTimeline {
  readonly check: string
  /** Since when it works, or until when it did, in one sentence. */
  readonly summary: string
  readonly cells: readonly TimelineCell[]
}

/** The versions of one series and protocol version, the oldest first. */
export interface HistorySeries {
  readonly series: 'program' | 'bridge'
  readonly protocol: 1 | 2
  readonly transport: 'acp'
  /** The bridge of the series `program`. */
  readonly bridge?: string
  readonly versions: readonly string[]
  /** The program that each bridge brings. */
  readonly programs?: readonly string[]
  readonly checks: readonly CheckTimeline[]
  readonly changes: readonly TimelineChange[]
}

/** A version that completed no turn. */
export interface UntriedVersion {
  readonly version: string
  readonly series: 'program' | 'bridge'
  readonly class: string
  readonly reason: string
}

/** The history of an agent, computed from its data file. */
export interface AgentHistory {
  readonly agent: string
  /** How many different pairs of program and bridge completed a turn. */
  readonly tried: number
  readonly series: readonly HistorySeries[]
  readonly untried: readonly UntriedVersion[]
}

/** Computes the history of an agent. Versions are ordered by their numbers, never by a date. */
export function historyOf(agent: string, lines: readonly HistoryLine[]): AgentHistory {
  const tried = withProtocols(lines.filter(isTried))
  const groups = Map.groupBy(tried, ({ series, protocol, bridge }) =>
    [series, protocol, series === 'program' ? (bridge ?? '') : ''].join(' '),
  )
  const completed = new Set(tried.map(pairOf))
  const untried = lines.flatMap((line) => {
    if (isTried(line) || completed.has(pairOf(line))) return []
    return [{ version: versionOf(line), series: line.series, class: line.class, reason: line.reason }]
  })
  return {
    agent,
    tried: completed.size,
    series: Array.from(groups.values(), seriesOf).toSorted(
      (one, other) => other.series.localeCompare(one.series) || other.protocol - one.protocol,
    ),
    untried: untried.toSorted((one, other) => compareVersions(one.version, other.version)),
  }
}

/** Both versions of the protocol are tried with each bridge: a line of version 1 says whether its bridge also speaks 2. */
function withProtocols(lines: readonly TriedLine[]): TriedLine[] {
  const speaking = new Set(lines.filter(({ protocol }) => protocol === 2).map(runOf))
  return lines.map((line) =>
    line.series === 'bridge' && line.protocol === 1 && speaking.has(runOf(line))
      ? { ...line, claims: [...line.claims, 'protocol.2'] }
      : line,
  )
}

function runOf(line: TriedLine): string {
  return `${pairOf(line)} ${line.run}`
}

function pairOf({ series, program, bridge, bridgePackage }: HistoryLine): string {
  return [series, series === 'program' ? program : '', bridgePackage, bridge].join(' ')
}

/** The version that varies in the series of a line. */
function versionOf({ series, program, bridge = '' }: HistoryLine): string {
  return series === 'program' ? program : bridge
}

function seriesOf(lines: readonly TriedLine[]): HistorySeries {
  const byVersion = Map.groupBy(lines, versionOf)
  const versions = [...byVersion.keys()].toSorted(compareVersions)
  const [{ series, protocol, transport, bridge }] = lines as [TriedLine]
  const checks = historyCheckNames.map((check): CheckTimeline => {
    const cells = versions.flatMap((version) => {
      const seen = (byVersion.get(version) ?? [])
        .map((line) => line.checks[check])
        .filter((cell) => cell !== undefined)
      return seen.length === 0 ? [] : [cellOf(version, seen)]
    })
    return { check, summary: summaryOf(cells), cells }
  })
  const claims = [...new Set(lines.flatMap((line) => line.claims))].toSorted().map((claim) => ({
    claim,
    cells: versions.map((version) => claimCell(version, byVersion.get(version) ?? [], claim)),
  }))
  return {
    series,
    protocol,
    transport,
    ...(series === 'program' && bridge !== undefined ? { bridge } : {}),
    versions,
    ...(series === 'bridge'
      ? { programs: versions.map((version) => byVersion.get(version)?.[0]?.program ?? '') }
      : {}),
    checks: checks.filter(({ cells }) => cells.length > 0),
    changes: [
      ...checks.flatMap(({ check, cells }) => changesIn(cells, { what: check, kind: 'check' })),
      ...claims.flatMap(({ claim, cells }) => changesIn(cells, { what: claim, kind: 'claim' })),
    ],
  }
}

function cellOf(version: string, cells: readonly HistoryCell[]): TimelineCell {
  const read = cells.map((cell) => (typeof cell === 'string' ? ([cell, undefined] as const) : cell))
  // What could not be tried in one run says nothing against another.
  const known = read.filter(([outcome]) => outcome !== 'could-not-try')
  const [[outcome, seen]] = (known.length === 0 ? read : known) as [(typeof read)[number]]
  const isDisputed = known.some(([other]) => other !== outcome)
  return {
    version,
    outcome: isDisputed ? 'disputed' : outcome,
    ...(seen === undefined || isDisputed ? {} : { seen }),
    runs: known.length === 0 ? read.length : known.length,
  }
}

function claimCell(version: string, lines: readonly TriedLine[], claim: string): TimelineCell {
  const offering = lines.filter(({ claims }) => claims.includes(claim)).length
  const outcome = offering === lines.length ? 'yes' : offering === 0 ? 'no' : 'disputed'
  return { version, outcome, runs: lines.length }
}

type Known = TimelineCell & { readonly outcome: 'yes' | 'no' }

function isKnown(cell: TimelineCell): cell is Known {
  return cell.outcome === 'yes' || cell.outcome === 'no'
}

/** The differences between each known outcome and the next. */
export function changesIn(
  cells: readonly TimelineCell[],
  subject: Pick<TimelineChange, 'what' | 'kind'>,
): TimelineChange[] {
  const known = cells.filter(isKnown)
  return known.flatMap((cell, index) => {
    const before = known[index - 1]
    if (before === undefined || before.outcome === cell.outcome) return []
    return [
      {
        ...subject,
        direction: cell.outcome === 'yes' ? 'appeared' : 'gone',
        after: before.version,
        by: cell.version,
        runs: [before.runs, cell.runs],
      } as const,
    ]
  })
}

/** Since when a check works, with the versions that were tried on both sides. */
export function summaryOf(cells: readonly TimelineCell[]): string {
  const known = cells.filter(isKnown)
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return 'not known for any version'
  const changes = changesIn(cells, { what: '', kind: 'check' })
  const range = first.version === last.version ? first.version : `${first.version} to ${last.version}`
  const versions = known.length === 1 ? 'the only version tried' : `all ${known.length} versions tried`
  const newest = changes.at(-1)
  if (newest === undefined) {
    if (first.outcome === 'yes') return `works in ${versions} (${range})`
    return known.length === 1
      ? `does not work in the only version tried (${range})`
      : `works in none of the ${known.length} versions tried (${range})`
  }
  const between = `between ${newest.after} and ${newest.by}`
  const earlier =
    changes.length === 1
      ? ''
      : `; ${changes.length - 1} earlier ${changes.length === 2 ? 'change' : 'changes'}`
  return newest.direction === 'appeared'
    ? `works since a version ${between}${earlier}`
    : `works up to ${newest.after}, broke ${between}${earlier}`
}
