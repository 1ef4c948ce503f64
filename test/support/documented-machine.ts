import { join } from 'node:path'
import { vi } from 'vitest'
import { createMachine, type Machine } from './machine.ts'

/** The agents that could not be run, for which a program stands in that does what their documents say. */
export type DocumentedAgent = 'cursor' | 'hermes'

const folder = join(import.meta.dirname, 'stand-ins')
const keys = [
  'CURSOR_API_KEY',
  'CURSOR_AUTH_TOKEN',
  'OPENROUTER_API_KEY',
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
]

export interface DocumentedOptions {
  /** The name of its program. */
  program: string
  /** The variable that logs its user in (default: not logged in). */
  key?: string
}

/** A machine with nothing but the stand-in of an agent. Until the variables are unstubbed, this process lives on it. */
export function createDocumentedMachine(
  agent: DocumentedAgent,
  { program, key }: DocumentedOptions,
): Machine {
  const machine = createMachine()
  machine.addProgram(program, `import(${JSON.stringify(join(folder, `${agent}.ts`))})`)
  vi.stubEnv('PATH', machine.bin)
  vi.stubEnv('HOME', machine.home)
  vi.stubEnv('CAPSTAN_HOME', machine.capstanHome)
  for (const name of keys) vi.stubEnv(name, name === key ? 'a-key' : '')
  return machine
}
