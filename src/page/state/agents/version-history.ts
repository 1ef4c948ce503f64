import type { Standing } from '../../../capabilities/standing.ts'
import type { HistorySeries, TimelineCell, TimelineChange } from '../../../gateway/http/api/history-routes.ts'

const marks: Readonly<Record<TimelineCell['outcome'], Standing>> = {
  yes: 'supported',
  no: 'unsupported',
  'not-applicable': 'not-applicable',
  'could-not-try': 'unknown',
  disputed: 'unknown',
}

/** The mark of an outcome; what could not be tried is unknown. */
export function outcomeMark(outcome: TimelineCell['outcome']): Standing {
  return marks[outcome]
}

/** The caption of a table of versions. */
export function seriesText({
  series,
  bridge,
  protocol,
}: Pick<HistorySeries, 'series' | 'bridge' | 'protocol'>): string {
  if (series === 'bridge') return `Bridges, each with the program it brings, ACP ${protocol}`
  return bridge === undefined
    ? `Versions, ACP ${protocol}`
    : `Versions with bridge ${bridge}, ACP ${protocol}`
}

/** A change after the name of what changed. */
export function changeText({
  direction,
  after,
  by,
}: Pick<TimelineChange, 'direction' | 'after' | 'by'>): string {
  return `${direction} between ${after} and ${by}`
}
