import { frozenCopy } from '../capabilities/frozen-copy.ts'
import { CapstanError } from '../core/capstan-error.ts'
import { requireObject } from '../core/check-argument.ts'
import { type AgentEntries, entriesOf } from './agent-entries.ts'
import type { AgentModels } from './agent-models.ts'
import { bundle, bundledProvider, bundledReport, corrections } from './bundled.ts'
import type { ProviderRecords } from './model-record.ts'
import type { AgentReport } from './remote/agent-report.ts'
import { mergeRemote } from './remote/merge-remote.ts'
import type { FetchedModels } from './remote/refresh.ts'

/** The model data of one agent: the bundle, then what was fetched, then what the agent reported. */
export class AgentModelData {
  readonly #definition: AgentModels
  /** Built on first use and after a change. */
  #entries: AgentEntries | undefined
  #fetched: FetchedModels | undefined
  #reported: AgentReport | undefined

  constructor(definition: AgentModels) {
    this.#definition = definition
  }

  get entries(): AgentEntries {
    const { report = '', catalog, providers } = this.#definition
    this.#entries ??= entriesOf(this.#definition, {
      providers: [
        ...ownRecordsOf(this.#definition),
        ...providers.flatMap((provider) => recordsOf(provider, this.#fetched) ?? []),
      ],
      reports: [bundledReport(report), catalog, this.#reported].filter((one) => one !== undefined),
      corrections: corrections(),
    })
    return this.#entries
  }

  /** When the data was fetched, or else the newest date of the agent's bundled data, or else of the whole bundle. */
  get lastUpdated(): Date {
    return new Date(this.#fetched?.at ?? newestDate(this.entries))
  }

  /** @throws CapstanError `MODEL_REFRESH_FAILED` if the data has none of the agent's providers. */
  async refresh(load: () => Promise<FetchedModels>): Promise<void> {
    const { providers } = this.#definition
    if (providers.length === 0) return
    const fetched = await load()
    if (!providers.some((provider) => fetched.providers.has(provider))) {
      const message = `The refreshed data has no models of ${providers.join(', ')}`
      throw new CapstanError('MODEL_REFRESH_FAILED', message, {
        hint: 'The previous data stays in use; check the source.',
      })
    }
    this.#fetched = fetched
    this.#entries = undefined
  }

  /** @throws ValidationError */
  applyReported(report: AgentReport): void {
    requireObject(report, 'report', ['source', 'models'])
    this.#reported = frozenCopy(report)
    this.#entries = undefined
  }
}

/** An agent's own models use its name as their provider. */
function ownRecordsOf({ agent, own }: AgentModels): ProviderRecords[] {
  return own === undefined ? [] : [{ provider: agent, api: '', models: [...own] }]
}

function recordsOf(provider: string, fetched: FetchedModels | undefined): ProviderRecords | undefined {
  const bundled = bundledProvider(provider)
  const remote = fetched?.providers.get(provider)
  if (fetched === undefined || remote === undefined) return bundled
  return mergeRemote(bundled, remote, new Date(fetched.at).toISOString())
}

function newestDate({ listed }: AgentEntries): string {
  const dates = listed.flatMap(({ sources }) => sources.map(({ date }) => date))
  return dates.reduce((newest, date) => (date > newest ? date : newest), '') || bundle().date
}
