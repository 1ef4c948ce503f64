import type { CommandGroup } from '../../command.ts'

export const fleet: CommandGroup = {
  description:
    'Lists the nodes that share sessions in a PostgreSQL database, and moves the sessions of a node to others.\n' +
    'Set CAPSTAN_STORE to the address of the database.',
  commands: [
    {
      name: 'list',
      summary: 'list the nodes, and which node runs which session',
      load: async () => (await import('./list.ts')).listFleet,
    },
    {
      name: 'drain',
      summary: 'move the sessions of a node to others before it stops',
      load: async () => (await import('./drain.ts')).drainNode,
    },
  ],
  otherwise: async () => (await import('./list.ts')).listFleet,
}
