import type { FleetReport } from '../../../sessions/fleet/fleet-report.ts'
import type { Command } from '../../command.ts'
import { columns } from '../../output/columns.ts'
import { shortText } from '../../output/short-text.ts'
import type { Style } from '../../output/style.ts'
import { storeOption } from '../../store-address.ts'
import { withFleetDatabase } from './fleet-database.ts'

export const listFleet: Command = {
  description:
    'Lists the nodes that share sessions, and which node runs which session. LAG is the number of commits that a node\n' +
    'has not applied yet.',
  usage: '',
  options: [storeOption],
  maxArguments: 0,
  examples: ['capstan fleet', 'capstan fleet --json'],
  async run({ values, output }) {
    const { readFleet } = await import('../../../sessions/fleet/fleet-report.ts')
    const report = await withFleetDatabase(values, (database) => readFleet(database))
    output.data(report, () => fleetText(report, output.style))
    return 0
  },
}

function fleetText({ nodes, sessions }: FleetReport, style: Style): string {
  if (nodes.length === 0) return 'No nodes. Start one with: capstan session serve'
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  const nodeRows = nodes.map(({ name, id, state, lag, sessions: count, version }) => [
    style.bold(shortText(name, 30)),
    state === 'lost' ? style.bad(state) : state,
    String(count),
    String(lag),
    version,
    id,
  ])
  const sessionRows = sessions.map(({ handle, status, node, epoch }) => [
    style.bold(`@${handle}`),
    status,
    node === undefined ? '-' : shortText(names.get(node) ?? node, 30),
    String(epoch),
  ])
  const nodeHead = ['NODE', 'STATE', 'SESSIONS', 'LAG', 'VERSION', 'ID'].map(style.dim)
  const sessionHead = ['SESSION', 'STATUS', 'NODE', 'EPOCH'].map(style.dim)
  const tables = [columns([nodeHead, ...nodeRows], { indent: '' })]
  if (sessionRows.length > 0) tables.push(columns([sessionHead, ...sessionRows], { indent: '' }))
  return tables.join('\n\n')
}
