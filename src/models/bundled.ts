import { dirname, join } from 'node:path'
import { CapstanError } from '../core/capstan-error.ts'
import type { AgentReport } from './remote/agent-report.ts'
import type { Correction } from './corrections.ts'
import type { DataSource, ProviderRecords } from './model-record.ts'

/** What the bundle holds. */
export interface Bundle {
  /** ISO 8601 date of its newest source. */
  date: string
  providers: string[]
  reports: string[]
  sources: DataSource[]
}

// Read when first asked for and a file at a time: an import of JSON modules would load all of it with the room.
const files = new Map<string, unknown>()
let folder: string | undefined

/** The list of what is bundled. */
export function bundle(): Bundle {
  return load('bundle.json') as Bundle
}

/** The bundled records of a provider, or undefined when there are none. */
export function bundledProvider(provider: string): ProviderRecords | undefined {
  return bundle().providers.includes(provider) ? (load(`${provider}.json`) as ProviderRecords) : undefined
}

/** The bundled catalogue of an agent, or undefined when there is none. */
export function bundledReport(name: string): AgentReport | undefined {
  return bundle().reports.includes(name) ? (load(`reports/${name}.json`) as AgentReport) : undefined
}

/** What is kept by hand because no source says it. */
export function corrections(): readonly Correction[] {
  return load('corrections.json') as Correction[]
}

function load(name: string): unknown {
  // Not imported: the import of this builtin costs more than the whole room.
  const { readFileSync } = process.getBuiltinModule('node:fs')
  if (!files.has(name)) files.set(name, JSON.parse(readFileSync(join((folder ??= find()), name), 'utf8')))
  return files.get(name)
}

/** The data lies in `models/data` beside or above this code, wherever a bundler has put the code. */
function find(): string {
  const { existsSync } = process.getBuiltinModule('node:fs')
  let place = import.meta.dirname
  for (let step = 0; step < 4; step++, place = dirname(place)) {
    const data = join(place, 'models/data')
    if (existsSync(join(data, 'bundle.json'))) return data
  }
  throw new CapstanError(
    'MODEL_DATA_MISSING',
    `The bundled model data is missing near ${import.meta.dirname}`,
    {
      hint: 'Install the package again, or copy its models/data folder along with the code.',
    },
  )
}
