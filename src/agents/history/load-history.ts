import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseHistory } from './parse-history.ts'
import { type AgentHistory, historyOf } from './timeline.ts'

/** The history of a built-in agent; undefined if none was recorded. */
export function loadHistory(agent: string): AgentHistory | undefined {
  if (!/^[a-z][a-z0-9-]*$/.test(agent)) return undefined
  const file = find(join('agents/catalog', agent, 'history.ndjson'))
  return file === undefined ? undefined : historyOf(agent, parseHistory(readFileSync(file, 'utf8')))
}

/** Finds a data file beside or above this code, wherever a bundler has put the code. */
function find(name: string): string | undefined {
  let place = import.meta.dirname
  for (let step = 0; step < 5; step++, place = dirname(place)) {
    const file = join(place, name)
    if (existsSync(file)) return file
  }
  return undefined
}
