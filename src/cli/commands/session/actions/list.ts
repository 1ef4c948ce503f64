import type { ActionSummary } from '../../../../sessions/action.ts'
import type { Command } from '../../../command.ts'
import { columns } from '../../../output/columns.ts'
import { shortText } from '../../../output/short-text.ts'
import type { Style } from '../../../output/style.ts'
import { reference, withDaemon } from '../daemon.ts'

export const listActions: Command = {
  description: 'Lists the actions that you or a session may run.',
  usage: '',
  options: [{ name: 'from', value: '<session>', help: 'list the actions of this session (default: yours)' }],
  maxArguments: 0,
  examples: ['capstan actions list', 'capstan actions list --from @ada --json'],
  async run({ values, output }) {
    const [from] = values.get('from') ?? []
    const found = await withDaemon((daemon) =>
      daemon.request('actions', from === undefined ? {} : { as: reference(from) }),
    )
    output.data(found, () => listText(found, output.style))
    return 0
  },
}

function listText(actions: readonly ActionSummary[], style: Style): string {
  if (actions.length === 0) return 'No actions registered. Try: capstan actions add <module>'
  return columns(
    actions.map(({ name, description }) => [style.bold(name), shortText(description, 100)]),
    { indent: '' },
  )
}
