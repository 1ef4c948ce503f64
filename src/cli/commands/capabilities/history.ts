import type { AgentAdapter } from '../../../agents/adapter.ts'
import type { AgentHistory, HistorySeries, TimelineChange } from '../../../agents/history/timeline.ts'
import { CapstanError } from '../../../core/capstan-error.ts'
import { columns } from '../../output/columns.ts'
import type { Output } from '../../output/output.ts'
import { wrapText } from '../../output/wrap.ts'
import { UsageError } from '../../usage-error.ts'

/** Options that show something else. */
const others = ['as', 'explain', 'live', 'model', 'transport', 'all']

/** Prints what past versions of an agent could do, from the data in the package. The agent is not started. */
export async function printHistory(
  { id, definition }: AgentAdapter,
  values: ReadonlyMap<string, unknown>,
  output: Output,
): Promise<void> {
  const other = others.find((name) => values.has(name))
  if (other !== undefined) throw new UsageError(`--history and --${other} cannot be combined`)
  const { agentHistory } = await import('../../../agents/history/agent-history.lazy.ts')
  const history = await agentHistory(id)
  if (history === undefined) {
    throw new CapstanError('HISTORY_MISSING', `No history was recorded for ${id}`, {
      hint: `Run capstan capabilities ${id} to see what the installed version can do.`,
    })
  }
  output.data(history, () => historyText(definition.name, history, output))
}

function historyText(
  name: string,
  { tried, series, untried }: AgentHistory,
  { style, width }: Output,
): string {
  const heading = `${name}: ${countOf(tried, 'version')} tried against a model provider on loopback`
  const parts = series.map((each) => {
    const rows = each.checks.map(({ check, summary }) => [style.bold(check), summary])
    return [
      style.bold(seriesText(each)),
      columns(rows, { width }),
      ...(each.changes.length === 0
        ? []
        : ['', '  Changes', columns(each.changes.map(changeRow), { indent: '    ', width })]),
    ].join('\n')
  })
  const missing =
    untried.length === 0
      ? []
      : [
          [
            style.bold('Could not be tried'),
            columns(
              untried.map(({ version, class: found, reason }) => [version, found, style.dim(reason)]),
              { width },
            ),
          ].join('\n'),
        ]
  return [...wrapText(heading, width), '', [...parts, ...missing].join('\n\n')].join('\n')
}

function changeRow({ what, direction, after, by, runs }: TimelineChange): string[] {
  const [before, later] = runs
  const seen = before > 1 && later > 1 ? `, seen ${Math.min(before, later)} times` : ''
  return [what, `${direction} between ${after} and ${by}${seen}`]
}

function seriesText({ series, bridge, protocol, versions }: HistorySeries): string {
  const [first = '', last = ''] = [versions[0], versions.at(-1)]
  const range = first === last ? first : `${first} to ${last}`
  const subject =
    series === 'bridge' ? `Bridge ${range}, each with the program it brings` : `Program ${range}`
  const beside = bridge === undefined ? '' : ` with bridge ${bridge}`
  return `${subject}${beside}, ACP ${protocol} (${countOf(versions.length, 'version')})`
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
