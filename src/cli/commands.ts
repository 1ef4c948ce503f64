import type { CommandEntry } from './command.ts'

/** Every command, in the order help shows them. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'capabilities',
    summary: 'convert, check and explain what agents say they can do',
    load: async () => (await import('./commands/capabilities/index.ts')).capabilities,
  },
]
