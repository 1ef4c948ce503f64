import { readdir, readFile } from 'node:fs/promises'

/** The environment variable that marks every process of a check. */
export const markVariable = 'CAPSTAN_CONTRACT_CHECK'

export interface MarkedProcess {
  readonly pid: number
  readonly parent: number
  /** The command line, with spaces between the words. */
  readonly command: string
}

/** Lists the processes with this mark; undefined on systems without `/proc`. */
export async function markedProcesses(mark: string): Promise<MarkedProcess[] | undefined> {
  if (process.platform !== 'linux') return undefined
  const found: MarkedProcess[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const environment = await readFile(`/proc/${name}/environ`, 'latin1')
      if (!environment.split('\0').includes(`${markVariable}=${mark}`)) continue
      const stat = await readFile(`/proc/${name}/stat`, 'latin1')
      // The program's name comes first, in parentheses, and may hold any character.
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const command = (await readFile(`/proc/${name}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim()
      found.push({ pid: Number(name), parent: Number(parent), command })
    } catch {
      // The process has ended or belongs to another user.
    }
  }
  return found
}

/** Counts the processes of Node that have this word as an argument; undefined on systems without `/proc`. */
export async function commandsWith(word: string): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  let count = 0
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const text = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    const [program = '', ...words] = text.split('\0')
    if (/(^|\/)node$/.test(program) && words.includes(word)) count += 1
  }
  return count
}

/** Returns the processes whose parent is not in the list. */
export function rootsOf(processes: readonly MarkedProcess[]): number[] {
  const all = new Set(processes.map(({ pid }) => pid))
  return processes.filter(({ parent }) => !all.has(parent)).map(({ pid }) => pid)
}

/** Kills the processes with this mark. */
export async function endMarked(mark: string): Promise<void> {
  for (const { pid } of (await markedProcesses(mark)) ?? []) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
}
