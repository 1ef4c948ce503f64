import type { CommandGroup } from '../../command.ts'

export const a2e: CommandGroup = {
  description: 'Serves tools, memory and more to A2E agents, and sends requests to A2E hosts.',
  commands: [
    {
      name: 'serve',
      summary: 'serve one agent on stdin and stdout, or many over HTTP',
      load: async () => (await import('./serve.ts')).serve,
    },
    {
      name: 'handshake',
      summary: 'show which capabilities a host accepts',
      load: async () => (await import('./handshake.ts')).handshake,
    },
    {
      name: 'call',
      summary: 'send a host one request and print the response',
      load: async () => (await import('./call.ts')).call,
    },
  ],
}
