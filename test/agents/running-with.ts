import { readdirSync, readFileSync } from 'node:fs'
import { isRunning } from '../support/processes.ts'

/** How many processes have a word in their command. */
export function runningWith(word: string): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(word) && isRunning(Number(name))
      } catch {
        return false
      }
    }).length
}
