import { readOpencodeModelList } from '../../src/agents/catalog/opencode/model-list.ts'
import type { AgentReport } from '../../src/models/remote/agent-report.ts'
import type { ProviderRecords } from '../../src/models/model-record.ts'
import { opencodeProgram } from './sources.ts'

/**
 * The effort levels of OpenCode where they differ from the record: OpenCode has its own variants for models without
 * levels, none for many thinking models, and ignores a level without a variant.
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
