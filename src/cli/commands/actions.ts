import type { CommandGroup } from '../command.ts'

export const actions: CommandGroup = {
  description:
    'Actions are what sessions and people can have done for them, with an input and a result that are checked.\n' +
    'They come from modules of yours, and live in the daemon that keeps the sessions.',
  commands: [
    {
      name: 'list',
      summary: 'list the actions that you, or a session, may invoke',
      load: async () => (await import('./session/actions-list.ts')).listActions,
    },
    {
      name: 'invoke',
      summary: 'invoke an action and print its result',
      load: async () => (await import('./session/actions-invoke.ts')).invokeAction,
    },
    {
      name: 'add',
      summary: 'add the actions of a module',
      load: async () => (await import('./session/actions-add.ts')).addActions,
    },
  ],
}
