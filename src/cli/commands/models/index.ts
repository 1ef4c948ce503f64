import type { CommandGroup } from '../../command.ts'

export const models: CommandGroup = {
  description: 'Lists the models of an agent with their limits and prices, and validates model names.',
  commands: [
    {
      name: 'show',
      summary: 'show everything known about a model, with sources',
      load: async () => (await import('./show.ts')).showModel,
    },
    {
      name: 'validate',
      summary: 'check what a model name means to an agent',
      load: async () => (await import('./validate.ts')).validateModelName,
    },
    {
      name: 'refresh',
      summary: 'show what changed since this release of Capstan',
      load: async () => (await import('./refresh.ts')).refreshModels,
    },
  ],
  otherwise: async () => (await import('./list.ts')).listModels,
}
