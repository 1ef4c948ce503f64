import { checkJsonSchema } from '../../../core/json-schema/check-json-schema.ts'
import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'
import { ValidationError } from '../../../core/validation-error.ts'

/** How an MCP server is reached, in the published shape. */
export interface McpServerConfig {
  /** What it is called here: small letters, digits and hyphens. */
  server_id: string
  name?: string
  /** `stdio` starts it; `http`, or `sse` as A2E calls it, is streamable HTTP. */
  transport?: 'stdio' | 'http' | 'sse'
  /** The program and its arguments, for `stdio`. */
  cmd?: readonly string[]
  /** Where it runs, relative to the host's root. */
  cwd?: string
  /** The variables it is given besides `PATH` and the language. */
  env?: Readonly<Record<string, string>>
  /** For `http`. */
  url?: string
  headers?: Readonly<Record<string, string>>
  /** How long a request may take, in seconds; 60 if not given. */
  timeout?: number
  /** The tools that may be called; all if it is empty. */
  tool_allow_list?: readonly string[]
  /** The resources that may be read, by URI; all if it is empty. */
  resource_allow_list?: readonly string[]
}

const text = { type: 'string' }
const texts = { type: 'array', items: text }
const byName = { type: 'object', additionalProperties: text }

const schema: JsonSchema = {
  type: 'object',
  properties: {
    server_id: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,31}$' },
    name: text,
    transport: { enum: ['stdio', 'http', 'sse'] },
    cmd: texts,
    cwd: text,
    env: byName,
    url: text,
    headers: byName,
    timeout: { type: 'number', exclusiveMinimum: 0 },
    tool_allow_list: texts,
    resource_allow_list: texts,
  },
  required: ['server_id'],
}

const neededBy: Readonly<Record<'stdio' | 'http', JsonSchema>> = {
  stdio: { properties: { cmd: { type: 'array', minItems: 1 } }, required: ['cmd'] },
  http: { properties: { url: { type: 'string', pattern: '^https?://' } }, required: ['url'] },
}

/** @throws ValidationError for a configuration that cannot be used. */
export function readMcpConfig(given: unknown): McpServerConfig {
  const config = given as McpServerConfig
  const { issues } = checkJsonSchema(schema, given)
  const found = issues.length > 0 ? issues : checkJsonSchema(neededBy[transportOf(config)], given).issues
  const [first] = found
  if (first === undefined) return config
  const at = first.path.join('.') || 'It'
  throw new ValidationError(
    `The configuration of the MCP server cannot be used: ${at} ${first.message}`,
    found,
  )
}

/** Which of the two transports it is. */
export function transportOf({ transport = 'stdio' }: McpServerConfig): 'stdio' | 'http' {
  return transport === 'stdio' ? 'stdio' : 'http'
}
