import type { SessionReport } from '../../../sessions/wire/wire-methods.ts'
import type { Command } from '../../command.ts'
import { shownName } from '../../../core/text/shown-name.ts'
import { columns } from '../../output/columns.ts'
import { shortText } from '../../output/short-text.ts'
import type { Style } from '../../output/style.ts'
import { withDaemon } from './daemon.ts'
import { agentOf, countText, statusText } from './report-text.ts'
import { needsPerson, waitText } from './wait-text.ts'

export const listSessions: Command = {
  description:
    'Lists the sessions with status and queued messages, and what blocks them. Released sessions are hidden.',
  usage: '',
  options: [{ name: 'all', help: 'also list released sessions' }],
  maxArguments: 0,
  examples: ['capstan session list', 'capstan session list --all --json'],
  async run({ values, output }) {
    const all = await withDaemon((daemon) => daemon.request('session.list', {}))
    const shown = values.has('all') ? all : all.filter(({ status }) => status !== 'released')
    output.data(shown, () => listText(shown, output.style))
    return 0
  },
}

function listText(sessions: readonly SessionReport[], style: Style): string {
  if (sessions.length === 0) return 'No sessions. Try: capstan session new <agent>'
  const head = ['SESSION', 'STATUS', 'AGENT', 'QUEUED', 'NAME'].map(style.dim)
  const rows = sessions.map((report) => [
    style.bold(`@${report.identity.handle}`),
    statusText(report, style),
    agentOf(report),
    countText(report.deliveries),
    shortText(shownName(report.identity.name), 40),
  ])
  const stuck = sessions.flatMap(({ identity, waiting }) =>
    waiting.filter(needsPerson).map((wait) => `@${identity.handle}: ${waitText(wait)}`),
  )
  return [columns([head, ...rows], { indent: '' }), ...(stuck.length === 0 ? [] : ['']), ...stuck].join('\n')
}
