import * as z from 'zod'
import { configSchema } from '../../src/config/config-schema.ts'

/** The JSON Schema of configuration files. Draft 7, because editors read it best. */
export function configSchemaPage(): string {
  return `${JSON.stringify(z.toJSONSchema(configSchema, { target: 'draft-7' }), undefined, 2)}\n`
}
