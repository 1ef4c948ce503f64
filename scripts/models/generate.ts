import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ClaudeModel } from '../../src/agents/catalog/claude/model-list.ts'
import type { CodexModel } from '../../src/agents/catalog/codex/model-list.ts'
import type { AgentReport, ReportedModel } from '../../src/models/remote/agent-report.ts'
import { protocolOf } from '../../src/models/remote/derive.ts'
import type { ModelRecord, ProviderRecords } from '../../src/models/model-record.ts'
import { sortRecords } from '../../src/models/remote/models-dev.ts'
import { readModelsDev } from '../../src/models/remote/read-models-dev.ts'
import { afterFamily, estimateReleases } from './derive.ts'
import { claudeReport, recordsFromClaude } from './from-claude.ts'
import { codexReport } from './from-codex.ts'
import { opencodeReport } from './from-opencode.ts'
import { piModels, type PiProvider, piReport, recordFromPi } from './from-pi.ts'
import { inKeyOrder, lineByLine, readJson } from './json-file.ts'
import { claudeCode, codexProgram, modelsDev, opencodeProgram, piPackage, providers } from './sources.ts'

// node scripts/models/generate.ts --models-dev api.json [--pi all.json] [--claude models.json] [--codex models.json]
// [--opencode listing.txt]: the output of `opencode models --verbose` with a key of every provider set
const { values } = parseArgs({
  options: {
    'models-dev': { type: 'string' },
    pi: { type: 'string' },
    claude: { type: 'string' },
    codex: { type: 'string' },
    opencode: { type: 'string' },
    out: { type: 'string', default: 'src/models/data' },
  },
})
if (values['models-dev'] === undefined) throw new Error('Pass --models-dev with the file of models.dev data')

const published = readModelsDev(readJson(values['models-dev']), providers, modelsDev)
const pi = values.pi === undefined ? {} : (readJson(values.pi) as Record<string, PiProvider>)
const claude = values.claude === undefined ? [] : (readJson(values.claude) as ClaudeModel[])
const codex = values.codex === undefined ? [] : (readJson(values.codex) as CodexModel[])

const all = new Map<string, ProviderRecords>()
const piOwn: Record<string, ReportedModel> = {}
for (const provider of providers.toSorted()) {
  const records = recordsOf(provider)
  if (records.models.length > 0) all.set(provider, records)
}

const reports: Record<string, AgentReport> = {}
if (claude.length > 0) reports['claude'] = claudeReport(claude)
if (codex.length > 0) reports['codex'] = codexReport(codex, all.get('openai')?.models ?? [])
if (values.opencode !== undefined) {
  reports['opencode'] = opencodeReport(readFileSync(values.opencode, 'utf8'), all)
}
if (Object.keys(piOwn).length > 0) {
  const sorted = Object.entries(piOwn).toSorted(([one], [other]) => (one < other ? -1 : 1))
  reports['pi'] = { source: piPackage, complete: true, models: Object.fromEntries(sorted) }
}

mkdirSync(join(values.out, 'reports'), { recursive: true })
for (const [provider, { api, models }] of all) {
  writeFileSync(
    join(values.out, `${provider}.json`),
    lineByLine({ provider, api }, 'models', models.map(inKeyOrder)),
  )
}
for (const [name, { models, ...head }] of Object.entries(reports)) {
  writeFileSync(join(values.out, `reports/${name}.json`), lineByLine(head, 'models', models))
}
const given = { pi: piPackage, claude: claudeCode, codex: codexProgram, opencode: opencodeProgram }
const sources = [
  modelsDev,
  ...Object.entries(given).flatMap(([name, source]) => (name in values ? [source] : [])),
]
const date = sources
  .map((source) => source.date)
  .toSorted()
  .at(-1)
const head = { date, providers: [...all.keys()], reports: Object.keys(reports) }
writeFileSync(join(values.out, 'bundle.json'), lineByLine(head, 'sources', sources))
console.log(
  `wrote ${[...all.values()].flatMap(({ models }) => models).length} models of ${all.size} providers`,
)

/** Merges the sources of a provider, and adds Pi's data to Pi's report. */
function recordsOf(provider: string): ProviderRecords {
  const own = piModels(pi[provider] ?? {})
  const base = published.get(provider)
  const api = base?.api ?? own[0]?.api ?? ''
  const known = new Map((base?.models ?? []).map((record) => [record.id, record]))
  const added = own
    .filter(({ id }) => !known.has(id))
    .map((model) => afterFamily(withoutApi(recordFromPi(model), api), base?.models ?? []))
  const models = estimateReleases([...known.values(), ...added])
  if (provider === 'anthropic') models.push(...recordsFromClaude(claude, models))
  const byId = new Map(models.map((record) => [record.id, record]))
  for (const model of own) {
    const record = byId.get(model.id)
    if (record !== undefined) piOwn[`${provider}/${model.id}`] = piReport(model, record, api)
  }
  return { provider, api, models: sortRecords(models) }
}

/** Keeps `api` only where its protocol differs from the provider's. */
function withoutApi({ api = '', ...record }: ModelRecord, providerApi: string): ModelRecord {
  return protocolOf(api) === protocolOf(providerApi) ? record : { ...record, api }
}
