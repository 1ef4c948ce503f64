import { CapstanError } from '../../core/capstan-error.ts'
import type { Clock } from '../../core/clock.ts'
import { excerptOf } from '../../core/text/excerpt.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { ProviderRecords } from '../model-record.ts'
import { readDocument } from './read-document.ts'
import { loadReader } from './read-models-dev.lazy.ts'

/** The source of refreshed model data. */
export interface ModelSourceOptions {
  /** A document in the format of models.dev: an http or https URL, a file URL or a path. */
  location?: string | URL
  /** The name of the source in the details of a model. */
  name?: string
  /** In milliseconds. */
  timeLimit?: number
  /** In bytes. */
  sizeLimit?: number
}

/** The result of a refresh. */
export interface FetchedModels {
  providers: ReadonlyMap<string, ProviderRecords>
  /** Milliseconds since 1970. */
  at: number
}

/** Loads the current models of the requested providers. */
export interface ModelSource {
  /** Rejects with `MODEL_REFRESH_FAILED` and changes nothing. Concurrent calls share a request. */
  load(): Promise<FetchedModels>
}

/** The last answer of the source, with its providers. */
interface LastAnswer {
  tag: string | undefined
  providers: ReadonlyMap<string, ProviderRecords>
  requested: ReadonlySet<string>
}

const modelsDev = 'https://models.dev/api.json'
const defaultTimeLimit = 30_000
const defaultSizeLimit = 32 * 1024 * 1024

/** A source that sends the tag of its last answer, so an unchanged document is not transferred again. */
export function createModelSource(options: {
  source: ModelSourceOptions
  /** The providers to read; called at each load, because agents can change. */
  providers: () => readonly string[]
  clock: Clock
  fetch: typeof globalThis.fetch
}): ModelSource {
  const { source, clock, fetch } = options
  const location = String(source.location ?? modelsDev)
  refuseCredentials(location)
  const name = source.name ?? (location === modelsDev ? 'models.dev' : shownLocation(location))
  const timeLimit = source.timeLimit ?? defaultTimeLimit
  const sizeLimit = source.sizeLimit ?? defaultSizeLimit
  let last: LastAnswer | undefined
  let loading: Promise<FetchedModels> | undefined

  async function fetchModels(signal: AbortSignal): Promise<FetchedModels> {
    const names = options.providers()
    const holdsAll = names.every((provider) => last?.requested.has(provider))
    const read = await readDocument({
      location,
      fetch,
      sizeLimit,
      signal,
      ...(holdsAll && last?.tag ? { tag: last.tag } : {}),
    })
    const at = clock.now()
    if (read === 'unchanged') return { providers: last?.providers ?? new Map(), at }
    const readModelsDev = await loadReader()
    const document: unknown = JSON.parse(read.text)
    const date = new Date(at).toISOString().slice(0, 10)
    const providers = readModelsDev(document, names, { name, date })
    signal.throwIfAborted()
    last = { tag: read.tag, providers, requested: new Set(names) }
    return { providers, at }
  }

  async function load(): Promise<FetchedModels> {
    try {
      return await withinTime(fetchModels, timeLimit, clock)
    } catch (cause) {
      throw new CapstanError(
        'MODEL_REFRESH_FAILED',
        `Model data could not be refreshed from ${shownLocation(location)}: ${reasonOf(cause)}`,
        {
          cause,
          hint: 'The previous data stays in use; check the location and the connection, then try again.',
        },
      )
    }
  }

  return {
    load: () => {
      loading ??= load().finally(() => (loading = undefined))
      return loading
    },
  }
}

/** Fails after the time limit, even if the work ignores its signal. */
async function withinTime<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  timeLimit: number,
  clock: Clock,
): Promise<Result> {
  const stop = new AbortController()
  const finished = new AbortController()
  const timeout = clock.sleep(timeLimit, finished.signal).then(
    () => {
      const error = new Error(`no answer within ${timeLimit} ms`)
      stop.abort(error)
      throw error
    },
    // The work ended first.
    () => new Promise<never>(() => {}),
  )
  try {
    return await Promise.race([work(stop.signal), timeout])
  } finally {
    finished.abort()
  }
}

/** `fetch` rejects such a URL and would show it in its error. */
function refuseCredentials(location: string): void {
  if (!URL.canParse(location)) return
  const { username, password } = new URL(location)
  if (username === '' && password === '') return
  throw new ValidationError('The URL of a model source must not contain a user name or password', [], {
    hint: 'Pass your own `fetch` that adds the credentials.',
  })
}

/** The URL without parts that may be secret. */
function shownLocation(location: string): string {
  if (!URL.canParse(location)) return location
  const { protocol, host, pathname } = new URL(location)
  return `${protocol}//${host}${pathname}`
}

/** A network error is the cause of the error that fetch throws. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return excerptOf(String(error))
  const { cause } = error
  const isWire = error instanceof TypeError && cause instanceof Error && cause.message !== ''
  return excerptOf(isWire ? cause.message : error.message)
}
