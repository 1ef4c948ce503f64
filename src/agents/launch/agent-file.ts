import { join } from 'node:path'
import type { AgentAuth } from '../definition/definition.ts'

export interface AgentFilePlace extends Pick<AgentAuth, 'moved'> {
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The path of an agent's file, whose path from the home is given; a variable may move the agent's folder. */
export function agentFile(file: string, { home, moved, environment }: AgentFilePlace): string {
  const folder = moved === undefined ? undefined : environment[moved.variable]
  if (moved === undefined || !folder) return join(home, file)
  if (moved.folder === '.') return join(folder, file)
  const isWithin = file.startsWith(`${moved.folder}/`)
  return isWithin ? join(folder, file.slice(moved.folder.length + 1)) : join(home, file)
}
