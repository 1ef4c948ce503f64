import { readOpencodeModelList } from '../../src/agents/catalog/opencode/model-list.ts'
import type { AgentReport } from '../../src/models/remote/agent-report.ts'
import type { ProviderRecords } from '../../src/models/model-record.ts'
import { opencodeProgram } from './sources.ts'

/**
 * The levels that OpenCode has for a model, where they are others than a record says: it has variants of its own for
 * models that take no level, none for many that think, and ignores a level it has no variant for.
 */
export function opencodeReport(listing: string, known: ReadonlyMap<string, ProviderRecords>): AgentReport {
  const { models } = readOpencodeModelList(listing)
  const records = [...known.values()].flatMap(({ provider, models: own }) =>
    own.map((record) => [`${provider}/${record.id}`, record] as const),
  )
  const efforts = records.flatMap(([id, { thinks, deprecated, efforts: said }]) => {
    const own = models[id]?.efforts
    const isSame = own === undefined || JSON.stringify(own) === JSON.stringify(said)
    return isSame || !thinks || deprecated ? [] : [[id, { efforts: own }] as const]
  })
  const sorted = efforts.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { source: opencodeProgram, models: Object.fromEntries(sorted) }
}
