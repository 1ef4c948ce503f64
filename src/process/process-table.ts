import { readdirSync, readFileSync } from 'node:fs'
import { childProcess } from './child-process.ts'
import { marksIn } from './run-mark.ts'

/** A process. Its pid alone does not identify it, because pids are reused. */
export interface ProcessEntry {
  parent: number
  group: number
  /** The start time, in the format of the system. */
  started: string
}

/** How many files to read before yielding to the event loop. */
const filesAtOnce = 64

/** The running processes of each mark. Linux only, where the environment of processes is readable. */
export const readMarked = shared(async () => {
  const marked = new Map<string, number[]>()
  if (process.platform !== 'linux') return marked
  await eachProcess((pid) => {
    for (const mark of marksOf(pid)) marked.set(mark, [...(marked.get(mark) ?? []), pid])
  })
  return marked
})

/** All running processes by pid; empty on Windows. */
export const readProcesses = shared(async () => {
  if (process.platform === 'win32') return new Map<number, ProcessEntry>()
  if (process.platform !== 'linux') return await listedProcesses()
  const entries = new Map<number, ProcessEntry>()
  await eachProcess((pid) => {
    const entry = processEntry(pid)
    if (entry !== undefined) entries.set(pid, entry)
  })
  return entries
})

/** The current marks of a process; none if it has ended. Linux only. */
export function marksOf(pid: number): string[] {
  return marksIn(procFile(pid, 'environ'))
}

/** The current entry of a process; `undefined` if it does not run. Linux only. */
export function processEntry(pid: number): ProcessEntry | undefined {
  const text = procFile(pid, 'stat')
  // The program name in parentheses may contain spaces; state, parent and group follow.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group] = fields
  if (text === '' || state === 'Z' || state === 'X') return undefined
  return { parent: Number(parent), group: Number(group), started: fields[19] ?? '' }
}

/** The processes listed by `ps`, for systems without `/proc`. */
export function listedProcesses(): Promise<Map<number, ProcessEntry>> {
  return new Promise((resolve) => {
    childProcess().execFile(
      'ps',
      ['-A', '-o', 'pid=,ppid=,pgid=,state=,lstart='],
      { timeout: 5000 },
      (_error, stdout) => {
        const entries = new Map<number, ProcessEntry>()
        for (const line of stdout.split('\n')) {
          const [pid, parent, group, state, ...started] = line.trim().split(/\s+/)
          if (state === undefined || state.startsWith('Z')) continue
          entries.set(Number(pid), {
            parent: Number(parent),
            group: Number(group),
            started: started.join(' '),
          })
        }
        resolve(entries)
      },
    )
  })
}

/** Reads synchronously in small batches: asynchronous reads of such small files take longer. */
async function eachProcess(visit: (pid: number) => void): Promise<void> {
  let read = 0
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    if (++read % filesAtOnce === 0) await new Promise((resolve) => setImmediate(resolve))
    visit(pid)
  }
}

/** Empty if the process is gone or belongs to another user. */
function procFile(pid: number, name: 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}

/** Runs one read at a time. Calls during a read share the next one, which sees the state at the time of the call. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => {
    if (next !== undefined) return next
    next = last.then(() => {
      next = undefined
      return read()
    })
    last = next.catch(() => undefined)
    return next
  }
}
