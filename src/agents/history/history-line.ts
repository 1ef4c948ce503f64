import type { HistoryCheck, NotTriedClass } from './history-check.ts'

/** The outcome of a check. */
export type HistoryOutcome = 'yes' | 'no' | 'not-applicable' | 'could-not-try'

/** An outcome, alone or with what was seen. */
export type HistoryCell = HistoryOutcome | readonly [HistoryOutcome, string]

/** The cells of these lines differ only in what is named here. */
export interface HistoryKey {
  /** Which version varies: `program` with one bridge, or `bridge` with the program that it brings. */
  readonly series: 'program' | 'bridge'
  /** `embedded` for a program inside its bridge whose version nothing says. */
  readonly program: string
  readonly bridge?: string
  /** The package of the bridge, if it is not the one of the definition. */
  readonly bridgePackage?: string
  /** Absent without a handshake. */
  readonly protocol?: 1 | 2
  readonly transport: 'acp'
  /** 1, and more for confirmations in new installations. */
  readonly run: number
}

/** A version that completed a turn. */
export interface TriedLine extends HistoryKey {
  readonly protocol: 1 | 2
  readonly checks: Readonly<Partial<Record<HistoryCheck, HistoryCell>>>
  /** What the handshake and the session offered. */
  readonly claims: readonly string[]
}

/** A version that completed no turn. */
export interface NotTriedLine extends HistoryKey {
  readonly class: NotTriedClass
  readonly reason: string
}

/** One line of the data file of an agent. */
export type HistoryLine = TriedLine | NotTriedLine

/** Whether the version of a line completed a turn. */
export function isTried(line: HistoryLine): line is TriedLine {
  return 'checks' in line
}

/** The name of a key, unique in a data file. */
export function keyOf({
  series,
  program,
  bridge,
  bridgePackage,
  protocol,
  transport,
  run,
}: HistoryKey): string {
  return [series, program, bridgePackage, bridge, protocol, transport, run]
    .map((part) => part ?? '-')
    .join(' ')
}
