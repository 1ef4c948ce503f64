import type { CommandGroup } from '../../command.ts'

export const capabilities: CommandGroup = {
  description: 'Shows what an agent can do, and converts, checks and explains what agents say they can do.',
  commands: [
    {
      name: 'convert',
      summary: "turn a declaration into another ecosystem's shape",
      load: async () => (await import('./convert.ts')).convert,
    },
    {
      name: 'check',
      summary: 'see whether a declaration has what you need',
      load: async () => (await import('./check.ts')).check,
    },
    {
      name: 'explain',
      summary: 'see what a declaration says about a capability, and why that counts',
      load: async () => (await import('./explain.ts')).explainCommand,
    },
    {
      name: 'list',
      summary: 'list the capabilities there are names for',
      load: async () => (await import('./list.ts')).list,
    },
  ],
  otherwise: async () => (await import('./agent.ts')).agentCapabilities,
}
