import { parse as parseJsonc, type ParseError, printParseErrorCode } from 'jsonc-parser'
import { parse as parseYaml } from 'yaml'
import { definitionIssues } from '../../../src/agents/check/check-definition.ts'
import { readDefinitions } from '../../../src/agents/check/read-definitions.ts'
import { configSchema } from '../../../src/config/config-schema.ts'
import type { Block } from './block.ts'

/** What is wrong with a block of data: it does not parse, or it is not what it looks like. */
export function dataProblem({ language, text }: Block): string | undefined {
  try {
    const data = language === 'yaml' ? (parseYaml(text) as unknown) : parsedJson(text, language === 'jsonc')
    return schemaProblem(data)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function parsedJson(text: string, isLoose: boolean): unknown {
  if (!isLoose) return JSON.parse(text)
  const errors: ParseError[] = []
  const data: unknown = parseJsonc(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first !== undefined) throw new Error(`${printParseErrorCode(first.error)} at ${first.offset}`)
  return data
}

const configKeys = new Set(Object.keys(configSchema.shape))

/** An agent definition has an id and a way to start; a configuration has only keys of one. */
function schemaProblem(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  const keys = Object.keys(data)
  if (keys.includes('id') && (keys.includes('acp') || keys.includes('flags'))) {
    const { $schema: _schema, ...definition } = data as Record<string, unknown>
    const [issue] = readDefinitions(definition).flatMap(definitionIssues)
    return issue && `${issue.path.join('.')} ${issue.message}`
  }
  if (!keys.every((key) => key === '$schema' || configKeys.has(key))) return undefined
  const { error } = configSchema.safeParse(data)
  return error?.message
}
