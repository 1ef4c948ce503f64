import { basename, delimiter, dirname, join } from 'node:path'
import type { AgentDefinition } from '../../src/agents/definition/definition.ts'
import { sim } from '../../src/agents/catalog/sim/definition.ts'

const folder = join(import.meta.dirname, '../agent')

/** The program of an agent that does nothing. */
export const nullProgram = join(folder, 'null-agent.cjs')

/** An agent that does nothing, and how each client starts it. */
export interface NullAgent {
  readonly definition: AgentDefinition
  /** The command and its arguments, for clients that do not search for the program. */
  readonly command: readonly [string, ...string[]]
}

/** The agent of a program; with `--v2`, the JavaScript program uses version 2. */
export function nullAgentAt(program: string, ...words: string[]): NullAgent {
  const name = basename(program)
  // Capstan detects it like any other agent.
  const folders = new Set([dirname(program), ...(process.env['PATH'] ?? '').split(delimiter)])
  process.env['PATH'] = [...folders].join(delimiter)
  return {
    definition: {
      ...sim,
      id: 'null',
      name: 'Null',
      binaries: [name],
      acp: { binary: name, arguments: words },
      // It does nothing, so that every policy holds: no session keeps a warning.
      policies: [{ policies: ['allow-reads', 'ask', 'deny'], transport: 'acp', basis: 'run' }],
    },
    command: program === nullProgram ? [process.execPath, program, ...words] : [program, ...words],
  }
}
