import { checkJsonSchema } from '../../../core/json-schema/check-json-schema.ts'
import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'
import { ValidationError } from '../../../core/validation-error.ts'

/** The configuration of an MCP server, as published. */
export interface McpServerConfig {
  /** The id of the server on this host: lowercase letters, digits and hyphens. */
  server_id: string
  name?: string
  /** `stdio` starts the server; `http`, which A2E calls `sse`, is streamable HTTP. */
  transport?: 'stdio' | 'http' | 'sse'
  /** The program and its arguments, for `stdio`. */
  cmd?: readonly string[]
  /** The working folder, relative to the host's root. */
  cwd?: string
  /** Variables for the server, besides `PATH` and the locale. */
  env?: Readonly<Record<string, string>>
  /** For `http`. */
  url?: string
  headers?: Readonly<Record<string, string>>
  /** The timeout of a request, in seconds; 60 if omitted. */
  timeout?: number
  /** The tools that agents may call; all if empty. */
  tool_allow_list?: readonly string[]
  /** The resources that agents may read, by URI; all if empty. */
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

/** @throws ValidationError for an invalid configuration. */
export function readMcpConfig(given: unknown): McpServerConfig {
  const config = given as McpServerConfig
  const { issues } = checkJsonSchema(schema, given)
  const found = issues.length > 0 ? issues : checkJsonSchema(neededBy[transportOf(config)], given).issues
  const [first] = found
  if (first === undefined) return config
  const at = first.path.join('.') || 'the configuration'
  throw new ValidationError(`The configuration of the MCP server is invalid: ${at} ${first.message}`, found)
}

/** The transport of a server. */
export function transportOf({ transport = 'stdio' }: McpServerConfig): 'stdio' | 'http' {
  return transport === 'stdio' ? 'stdio' : 'http'
}
