import type { CommandGroup } from '../../command.ts'

export const capabilities: CommandGroup = {
  description: 'Shows what an agent can do. Converts, checks and explains capability declarations.',
  commands: [
    {
      name: 'convert',
      summary: "convert a declaration to another ecosystem's format",
      load: async () => (await import('./convert.ts')).convert,
    },
    {
      name: 'check',
      summary: 'check a declaration against requirements',
      load: async () => (await import('./check.ts')).check,
    },
    {
      name: 'explain',
      summary: 'show the evidence a declaration gives for a capability',
      load: async () => (await import('./explain.ts')).explainCommand,
    },
    {
      name: 'list',
      summary: 'list the ids of all capabilities',
      load: async () => (await import('./list.ts')).list,
    },
  ],
  otherwise: async () => (await import('./agent.ts')).agentCapabilities,
}
