import { CapstanError } from '../../core/capstan-error.ts'
import type { Clock } from '../../core/clock.ts'
import { excerptOf } from '../../core/text/excerpt.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { ProviderRecords } from '../model-record.ts'
import { readDocument } from './read-document.ts'
import { loadReader } from './read-models-dev.lazy.ts'

/** Where model data is refreshed from. */
export interface ModelSourceOptions {
  /** A document in the format of models.dev: an http or https URL, a file URL or a path. */
  location?: string | URL
  /** What the source is called in the details of a model. */
  name?: string
  /** In milliseconds. */
  timeLimit?: number
  /** In bytes. */
  sizeLimit?: number
}

/** What a refresh brought. */
export interface FetchedModels {
  providers: ReadonlyMap<string, ProviderRecords>
  /** Milliseconds since 1970. */
  at: number
}

/** Gives the models of the wanted providers as they are now. */
export interface ModelSource {
  /** Rejects with `MODEL_REFRESH_FAILED`, and then nothing has changed. Calls at the same time share a request. */
  load(): Promise<FetchedModels>
}

/** What the source answered last, and of whom that is. */
interface LastAnswer {
  tag: string | undefined
  providers: ReadonlyMap<string, ProviderRecords>
  wanted: ReadonlySet<string>
}

const modelsDev = 'https://models.dev/api.json'
const defaultTimeLimit = 30_000
const defaultSizeLimit = 32 * 1024 * 1024

/** A source that asks with the tag of its last answer, so that an unchanged document is not sent again. */
export function createModelSource(options: {
  source: ModelSourceOptions
  /** The providers that are read; asked for at each load, because agents come and go. */
  wanted: () => readonly string[]
  clock: Clock
  fetch: typeof globalThis.fetch
}): ModelSource {
  const { source, wanted, clock, fetch } = options
  const location = String(source.location ?? modelsDev)
  refuseCredentials(location)
  const name = source.name ?? (location === modelsDev ? 'models.dev' : shownLocation(location))
  const timeLimit = source.timeLimit ?? defaultTimeLimit
  const sizeLimit = source.sizeLimit ?? defaultSizeLimit
  let last: LastAnswer | undefined
  let loading: Promise<FetchedModels> | undefined

  async function fetchModels(signal: AbortSignal): Promise<FetchedModels> {
    const names = wanted()
    const holdsAll = names.every((provider) => last?.wanted.has(provider))
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
    last = { tag: read.tag, providers, wanted: new Set(names) }
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
          hint: 'The data from before is still used; check the location and the connection, then try again.',
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

/** Gives up when the time is over, also on work that does not listen to its signal. */
async function withinTime<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  timeLimit: number,
  clock: Clock,
): Promise<Result> {
  const stop = new AbortController()
  const finished = new AbortController()
  const timeout = clock.sleep(timeLimit, finished.signal).then(
    () => {
      const error = new Error(`there was no answer within ${timeLimit} ms`)
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

/** `fetch` takes no such address, and would tell it whole in its error. */
function refuseCredentials(location: string): void {
  if (!URL.canParse(location)) return
  const { username, password } = new URL(location)
  if (username === '' && password === '') return
  throw new ValidationError('The address of a model source must not hold a name or a password', [], {
    hint: 'Give a `fetch` of your own that adds what the server asks for.',
  })
}

/** Without what may be secret in a URL. */
function shownLocation(location: string): string {
  if (!URL.canParse(location)) return location
  const { protocol, host, pathname } = new URL(location)
  return `${protocol}//${host}${pathname}`
}

/** What went wrong on the wire lies under the error that fetch gives. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return excerptOf(String(error))
  const { cause } = error
  const isWire = error instanceof TypeError && cause instanceof Error && cause.message !== ''
  return excerptOf(isWire ? cause.message : error.message)
}
