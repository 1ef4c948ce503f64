import { dirname, join } from 'node:path'
import { CapstanError } from '../core/capstan-error.ts'
import type { AgentReport } from './remote/agent-report.ts'
import type { Correction } from './corrections.ts'
import type { DataSource, ProviderRecords } from './model-record.ts'

/** The content of the bundle. */
export interface Bundle {
  /** ISO 8601 date of the newest source. */
  date: string
  providers: string[]
  reports: string[]
  sources: DataSource[]
}

// Read on demand, one file at a time: an import of JSON modules would load all data with this module.
const files = new Map<string, unknown>()
let folder: string | undefined

/** The index of the bundled data. */
export function bundle(): Bundle {
  return load('bundle.json') as Bundle
}

/** The bundled records of a provider, or undefined. */
export function bundledProvider(provider: string): ProviderRecords | undefined {
  return bundle().providers.includes(provider) ? (load(`${provider}.json`) as ProviderRecords) : undefined
}

/** The bundled catalog of an agent, or undefined. */
export function bundledReport(name: string): AgentReport | undefined {
  return bundle().reports.includes(name) ? (load(`reports/${name}.json`) as AgentReport) : undefined
}

/** Handwritten corrections that no source provides. */
export function corrections(): readonly Correction[] {
  return load('corrections.json') as Correction[]
}

function load(name: string): unknown {
  // Not imported: importing this builtin costs more than the rest of the module.
  const { readFileSync } = process.getBuiltinModule('node:fs')
  if (!files.has(name)) files.set(name, JSON.parse(readFileSync(join((folder ??= find()), name), 'utf8')))
  return files.get(name)
}

/** Finds `models/data` beside or above this code, wherever a bundler has put the code. */
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
      hint: 'Reinstall the package, or copy its models/data folder along with the code.',
    },
  )
}
