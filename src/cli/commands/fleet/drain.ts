import type { Command } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'
import { storeOption } from '../../store-address.ts'
import { withFleetDatabase } from './fleet-database.ts'

/** How long the command waits for the sessions to move. */
const longestMs = 120_000
const pauseMs = 500

export const drainNode: Command = {
  description:
    'Moves the running sessions of a node to other nodes and waits until none is left. The node starts no sessions of\n' +
    'lost nodes anymore; restart it to undo that.',
  usage: '<node>',
  options: [storeOption],
  maxArguments: 1,
  examples: ['capstan fleet drain machine-a'],
  async run({ values, arguments: [node], output }) {
    if (node === undefined) throw new UsageError('No node given', 'Run capstan fleet to list the nodes.')
    const [{ readFleet, requestDrain }, { setTimeout: sleep }] = await Promise.all([
      import('../../../sessions/fleet/fleet-report.ts'),
      import('node:timers/promises'),
    ])
    const left = await withFleetDatabase(values, async (database) => {
      const { id } = await requestDrain(database, node)
      const until = Date.now() + longestMs
      for (;;) {
        const { sessions } = await readFleet(database)
        const running = sessions.filter((each) => each.node === id && each.status !== 'offline')
        if (running.length === 0 || Date.now() > until) return running
        await sleep(pauseMs)
      }
    })
    const handles = left.map(({ handle }) => `@${handle}`)
    output.data({ node, left: handles }, () =>
      handles.length === 0
        ? `${node} runs no sessions anymore`
        : `Still on ${node}: ${handles.join(', ')}. Read the log of its daemon.`,
    )
    return handles.length === 0 ? 0 : 1
  },
}
