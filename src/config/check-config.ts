import { agentIdForm } from '../agents/definition/agent-id.ts'
import { isRecord } from '../core/is-record.ts'
import { checkJsonSchema } from '../core/json-schema/check-json-schema.ts'
import { didYouMean } from '../core/text/nearest-name.ts'
import type { ValidationIssue } from '../core/validation-error.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'
import schema from './config.schema.json' with { type: 'json' }

export interface CheckOptions {
  /** The name of the document in errors. */
  readonly name: string
  readonly isProject?: boolean
}

/**
 * Checks a document against the published schema, without loading zod.
 * @throws ConfigError that names the key and suggests the nearest known key.
 */
export function checkConfig(document: unknown, { name, isProject = false }: CheckOptions): Config {
  const { issues } = checkJsonSchema(schema, document)
  const all = issues.length > 0 ? issues : furtherIssues(document as Config, isProject)
  const [first] = all
  if (first === undefined) return document as Config
  const isUnknownKey = first.message === 'is not allowed'
  const key = first.path.join('.') || 'the document'
  const message = isUnknownKey ? 'is not a known key' : first.message
  const known = isUnknownKey ? keysAt(first.path.slice(0, -1)) : []
  const hint = isUnknownKey
    ? didYouMean(String(first.path.at(-1)), known, `Use one of ${known.join(', ')}.`)
    : 'See docs/configuration.md for the values of each key.'
  throw new ConfigError(`${name}: ${key} ${message}`, { hint, issues: all })
}

/** Checks the rules that the schema cannot express. */
function furtherIssues(
  { agents = {}, mcpServers = {}, dataFolder }: Config,
  isProject: boolean,
): ValidationIssue[] {
  const names = Object.keys(agents).filter((id) => !agentIdForm.test(id))
  const servers = Object.entries(mcpServers).filter(
    ([, { command, url }]) => (command === undefined) === (url === undefined),
  )
  return [
    ...names.map((id) => ({
      path: ['agents', id],
      message: 'must be lowercase letters, digits and hyphens',
    })),
    ...servers.map(([name]) => ({ path: ['mcpServers', name], message: 'must have either command or url' })),
    ...(isProject && dataFolder !== undefined
      ? [{ path: ['dataFolder'], message: 'is only allowed in the user file' }]
      : []),
  ]
}

/** The keys that the schema knows below a path. */
function keysAt(path: ValidationIssue['path']): string[] {
  let current: unknown = schema
  for (const step of path) {
    if (!isRecord(current)) return []
    const { properties, additionalProperties } = current
    current = isRecord(properties) && step in properties ? properties[step] : additionalProperties
  }
  return isRecord(current) && isRecord(current['properties']) ? Object.keys(current['properties']) : []
}
