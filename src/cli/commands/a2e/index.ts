import type { CommandGroup } from '../../command.ts'

export const a2e: CommandGroup = {
  description: 'Serves tools, memory and more to agents that speak A2E, and speaks with hosts that do.',
  commands: [
    {
      name: 'serve',
      summary: 'serve an agent on stdin and stdout, or many over HTTP',
      load: async () => (await import('./serve.ts')).serve,
    },
    {
      name: 'handshake',
      summary: 'see which capabilities a host accepts',
      load: async () => (await import('./handshake.ts')).handshake,
    },
    {
      name: 'call',
      summary: 'send a host one request, and see its answer',
      load: async () => (await import('./call.ts')).call,
    },
  ],
}
