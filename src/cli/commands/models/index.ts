import type { CommandGroup } from '../../command.ts'

export const models: CommandGroup = {
  description: 'Shows the models of each agent and checks the names of models.',
  commands: [
    {
      name: 'list',
      summary: 'list the models of an agent with their limits and prices',
      load: async () => (await import('./list.ts')).listModels,
    },
    {
      name: 'show',
      summary: 'show everything known about a model, and who says so',
      load: async () => (await import('./show.ts')).showModel,
    },
    {
      name: 'validate',
      summary: 'see what a name means to an agent',
      load: async () => (await import('./validate.ts')).validateModelName,
    },
    {
      name: 'refresh',
      summary: 'see what has changed since this version was made',
      load: async () => (await import('./refresh.ts')).refreshModels,
    },
  ],
}
