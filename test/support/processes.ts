import { readdirSync, readFileSync } from 'node:fs'

/** A killed process may stay as a zombie until its new parent looks at it; that one does not run. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** The children of a process whose command line holds a word. */
export function childrenOf(parent: number, word: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) !== parent) return false
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(word)
      } catch {
        return false
      }
    })
    .map(Number)
}
