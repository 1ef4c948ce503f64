import { isRecord } from '../core/is-record.ts'

/** Which session of which agent a thread is. */
export interface ThreadRecord {
  readonly agent: string
  readonly sessionId: string
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
}

/** Keeps the sessions of threads, so that a thread goes on after a restart. */
export interface ThreadStore {
  get(threadId: string): ThreadRecord | undefined
  set(threadId: string, record: ThreadRecord): void
  /** Resolves when everything is kept. */
  flush(): Promise<void>
}

const mostThreads = 5000
const writeAfterMs = 200

/** A store in memory alone. */
export function memoryThreadStore(): ThreadStore {
  const records = new Map<string, ThreadRecord>()
  return {
    get: (threadId) => records.get(threadId),
    set: (threadId, record) => void records.set(threadId, record),
    flush: () => Promise.resolve(),
  }
}

/** A store in a file for its owner alone. A file that cannot be read counts as empty. */
export function fileThreadStore(file: string): ThreadStore {
  const fileSystem = process.getBuiltinModule('node:fs')
  const records = readRecords(file)
  let timer: NodeJS.Timeout | undefined
  const write = (): void => {
    clearTimeout(timer)
    timer = undefined
    // Whole or not at all: somebody may end us at any moment.
    const draft = `${file}.${process.pid}`
    fileSystem.mkdirSync(process.getBuiltinModule('node:path').dirname(file), {
      recursive: true,
      mode: 0o700,
    })
    fileSystem.writeFileSync(draft, JSON.stringify(Object.fromEntries(records)), { mode: 0o600 })
    fileSystem.renameSync(draft, file)
  }
  return {
    get: (threadId) => records.get(threadId),
    set: (threadId, record) => {
      // Last in the map is last used.
      records.delete(threadId)
      records.set(threadId, record)
      const [oldest] = records.keys()
      if (records.size > mostThreads && oldest !== undefined) records.delete(oldest)
      timer ??= setTimeout(write, writeAfterMs).unref()
    },
    flush: () => {
      if (timer !== undefined) write()
      return Promise.resolve()
    },
  }
}

function readRecords(file: string): Map<string, ThreadRecord> {
  try {
    const data: unknown = JSON.parse(process.getBuiltinModule('node:fs').readFileSync(file, 'utf8'))
    const entries = Object.entries(isRecord(data) ? data : {})
    return new Map(entries.filter((entry): entry is [string, ThreadRecord] => isThreadRecord(entry[1])))
  } catch {
    return new Map()
  }
}

function isThreadRecord(value: unknown): value is ThreadRecord {
  return (
    isRecord(value) &&
    typeof value['agent'] === 'string' &&
    typeof value['sessionId'] === 'string' &&
    typeof value['updatedAt'] === 'number'
  )
}
