import { CapstanError } from '../../core/capstan-error.ts'
import { isRecord } from '../../core/is-record.ts'

/** The agent session of a thread. */
export interface ThreadRecord {
  readonly agent: string
  readonly sessionId: string
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
}

/** Stores the sessions of threads, so that a thread can continue after a restart. */
export interface ThreadStore {
  get(threadId: string): ThreadRecord | undefined
  set(threadId: string, record: ThreadRecord): void
  /** Resolves when everything is stored. */
  flush(): Promise<void>
}

const mostThreads = 5000
const writeAfterMs = 200

/** A store in memory. */
export function memoryThreadStore(): ThreadStore {
  const records = new Map<string, ThreadRecord>()
  return {
    get: (threadId) => records.get(threadId),
    set: (threadId, record) => put(records, threadId, record),
    flush: () => Promise.resolve(),
  }
}

/**
 * A store in a file that only its owner can read.
 * @throws CapstanError `THREADS_UNREADABLE` if the file is invalid; it is not overwritten.
 */
export function fileThreadStore(file: string): ThreadStore {
  const fileSystem = process.getBuiltinModule('node:fs')
  const records = readRecords(file)
  let timer: NodeJS.Timeout | undefined
  const write = (): void => {
    clearTimeout(timer)
    timer = undefined
    // Write a draft and rename it: the process may be killed at any time.
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
      put(records, threadId, record)
      timer ??= setTimeout(write, writeAfterMs).unref()
    },
    flush: () => {
      if (timer !== undefined) write()
      return Promise.resolve()
    },
  }
}

/** Drops the least recently used thread above the limit. The map is ordered by last use. */
function put(records: Map<string, ThreadRecord>, threadId: string, record: ThreadRecord): void {
  records.delete(threadId)
  records.set(threadId, record)
  const [oldest] = records.keys()
  if (records.size > mostThreads && oldest !== undefined) records.delete(oldest)
}

function readRecords(file: string): Map<string, ThreadRecord> {
  try {
    const data: unknown = JSON.parse(process.getBuiltinModule('node:fs').readFileSync(file, 'utf8'))
    const entries = isRecord(data) ? Object.entries(data) : undefined
    if (entries?.every((entry): entry is [string, ThreadRecord] => isThreadRecord(entry[1]))) {
      return new Map(entries)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw unreadable(file, error)
  }
  throw unreadable(file)
}

function unreadable(file: string, cause?: unknown): CapstanError {
  return new CapstanError('THREADS_UNREADABLE', `Cannot read the threads in ${file}`, {
    cause,
    hint: 'Move the file away to start without threads; the agents keep their sessions.',
  })
}

function isThreadRecord(value: unknown): value is ThreadRecord {
  return (
    isRecord(value) &&
    typeof value['agent'] === 'string' &&
    typeof value['sessionId'] === 'string' &&
    typeof value['updatedAt'] === 'number'
  )
}
