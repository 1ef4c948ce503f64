import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { marksIn } from './run-mark.ts'

/** A process of the system. Its number alone does not name it: numbers are used again. */
export interface ProcessEntry {
  parent: number
  group: number
  /** When it was started, in the system's own form. */
  started: string
}

/** How many files are read before others get their turn. */
const filesAtOnce = 64

/** The running processes that carry each mark. Only Linux shows the environment of processes. */
export const readMarked = shared(async () => {
  const marked = new Map<string, number[]>()
  if (process.platform !== 'linux') return marked
  await eachProcess((pid) => {
    for (const mark of marksOf(pid)) marked.set(mark, [...(marked.get(mark) ?? []), pid])
  })
  return marked
})

/** All running processes by their number; none on Windows. */
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

/** The marks of one process, now. A dead one has none. Linux only. */
export function marksOf(pid: number): string[] {
  return marksIn(procFile(pid, 'environ'))
}

/** One process, now; `undefined` when it does not run. Linux only. */
export function processEntry(pid: number): ProcessEntry | undefined {
  const text = procFile(pid, 'stat')
  // The name of the program, in parentheses, may hold spaces; then come the state, the parent and the group.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group] = fields
  if (text === '' || state === 'Z' || state === 'X') return undefined
  return { parent: Number(parent), group: Number(group), started: fields[19] ?? '' }
}

/** What `ps` lists, for systems without `/proc`. */
export function listedProcesses(): Promise<Map<number, ProcessEntry>> {
  return new Promise((resolve) => {
    execFile('ps', ['-A', '-o', 'pid=,ppid=,pgid=,state=,lstart='], { timeout: 5000 }, (_error, stdout) => {
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
    })
  })
}

/** Synchronous reads in small portions: a way over another thread takes longer than such a file. */
async function eachProcess(visit: (pid: number) => void): Promise<void> {
  let read = 0
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    if (++read % filesAtOnce === 0) await new Promise((resolve) => setImmediate(resolve))
    visit(pid)
  }
}

/** An unreadable file is an empty one: the process is gone or not ours to look at. */
function procFile(pid: number, name: 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}

/** One reading at a time; all who ask while one is under way share the next, which sees what was there when they asked. */
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
