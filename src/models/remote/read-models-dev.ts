import { parse } from '../../capabilities/parse.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { DataSource, ProviderRecords } from '../model-record.ts'
import { type ModelsDevModel, providerRecords } from './models-dev.ts'
import { modelsDevModelSchema, modelsDevProviderSchema, modelsDevSchema } from './models-dev-schema.ts'

/**
 * Reads the requested providers of a models.dev document. Skips missing providers, providers without usable models, and
 * unreadable models. A provider with only unreadable models is an error.
 */
export function readModelsDev(
  document: unknown,
  requested: Iterable<string>,
  source: DataSource,
): Map<string, ProviderRecords> {
  const providers = parse(modelsDevSchema, document, 'a list of providers')
  const read = new Map<string, ProviderRecords>()
  for (const name of requested) {
    if (!Object.hasOwn(providers, name)) continue
    const { npm, models } = parse(modelsDevProviderSchema, providers[name], `a provider (${name})`)
    const readable = Object.values(models).flatMap((model): ModelsDevModel[] => {
      const result = modelsDevModelSchema.safeParse(model)
      return result.success ? [result.data] : []
    })
    if (readable.length === 0 && Object.keys(models).length > 0) {
      throw new ValidationError(`This is not a provider (${name}): it has no readable model`)
    }
    const records = providerRecords(name, { npm, models: readable }, source)
    if (records.models.length > 0) read.set(name, records)
  }
  return read
}
