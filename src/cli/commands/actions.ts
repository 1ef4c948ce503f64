import type { CommandGroup } from '../command.ts'

export const actions: CommandGroup = {
  description:
    'Actions are functions that sessions and people can run. Their input and result are validated.\n' +
    'They come from your own modules and run in the session daemon.',
  commands: [
    {
      name: 'list',
      summary: 'list the actions you or a session may run',
      load: async () => (await import('./session/actions/list.ts')).listActions,
    },
    {
      name: 'invoke',
      summary: 'run an action and print its result',
      load: async () => (await import('./session/actions/invoke.ts')).invokeAction,
    },
    {
      name: 'add',
      summary: 'register the actions of a module',
      load: async () => (await import('./session/actions/add.ts')).addActions,
    },
  ],
}
