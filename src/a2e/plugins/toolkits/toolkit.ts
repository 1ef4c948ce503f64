import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'
import { ValidationError } from '../../../core/validation-error.ts'
import type { PluginSession } from '../../plugin.ts'
import type { Tool } from '../tools/tool.ts'

/** A session's configuration of a toolkit. */
export type ToolkitConfig = Readonly<Record<string, unknown>>

/** A named group of tools that are configured together. */
export interface Toolkit {
  readonly name: string
  readonly alias?: string
  readonly description?: string
  readonly category?: string
  readonly tags?: readonly string[]
  readonly version?: string
  /** The JSON Schema of the configuration, an object. With a schema, tools cannot be called before configuration. */
  readonly schema?: JsonSchema
  readonly tools: readonly Tool[]
  /** Called with a valid configuration before use. Throw to refuse the configuration. */
  configure?(config: ToolkitConfig, session: PluginSession): Promise<void> | void
}

/**
 * Checks a toolkit and returns it.
 * @throws ValidationError without a name or tools.
 */
export function defineToolkit(toolkit: Toolkit): Toolkit {
  const field = toolkit.name === '' ? 'name' : toolkit.tools.length === 0 ? 'tools' : undefined
  if (field === undefined) return toolkit
  throw new ValidationError(`The toolkit’s ${field} must not be empty`, [
    { path: [field], message: 'must not be empty' },
  ])
}
