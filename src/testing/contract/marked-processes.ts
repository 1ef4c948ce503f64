import { readdir, readFile } from 'node:fs/promises'

/** The variable by which everything that a check starts is known. */
export const markVariable = 'CAPSTAN_CONTRACT_CHECK'

export interface MarkedProcess {
  readonly pid: number
  readonly parent: number
}

/** The processes that were started with this mark, and theirs; undefined where the system does not tell. */
export async function markedProcesses(mark: string): Promise<MarkedProcess[] | undefined> {
  if (process.platform !== 'linux') return undefined
  const found: MarkedProcess[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const environment = await readFile(`/proc/${name}/environ`, 'latin1')
      if (!environment.split('\0').includes(`${markVariable}=${mark}`)) continue
      const stat = await readFile(`/proc/${name}/stat`, 'latin1')
      // The name of the program stands before, in parentheses, and may hold anything.
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      found.push({ pid: Number(name), parent: Number(parent) })
    } catch {
      // It is gone, or somebody else's.
    }
  }
  return found
}

/** Those that none of the others started. */
export function rootsOf(processes: readonly MarkedProcess[]): number[] {
  const all = new Set(processes.map(({ pid }) => pid))
  return processes.filter(({ parent }) => !all.has(parent)).map(({ pid }) => pid)
}

/** Ends what is left of them. */
export async function endMarked(mark: string): Promise<void> {
  for (const { pid } of (await markedProcesses(mark)) ?? []) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It is gone already.
    }
  }
}
