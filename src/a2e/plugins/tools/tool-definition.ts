import { isRecord } from '../../../core/is-record.ts'
import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'
import type { ToolDefinition, ToolParameter } from '../../messages/message-fields.ts'
import type { ToolDescription } from './tool.ts'

/** The published definition with the complete schema, which the published parameters cannot express. */
export type ListedDefinition = ToolDefinition & { input_schema: JsonSchema }

/** The definition of a tool for a tool list. */
export function toolDefinition(tool: ToolDescription, toolkit: string | undefined): ListedDefinition {
  return {
    name: tool.name,
    description: tool.description,
    input_parameters: parametersOf(tool.parameters),
    output_parameters: tool.result === undefined ? [] : parametersOf(tool.result),
    streaming: true,
    idempotent: tool.idempotent ?? false,
    tags: [...(tool.tags ?? [])],
    version: tool.version ?? '1.0.0',
    toolkit: toolkit ?? null,
    defer_loading: tool.deferred ?? false,
    input_schema: tool.parameters,
  }
}

function parametersOf(schema: JsonSchema): ToolParameter[] {
  return Object.values(propertiesOf(schema))
}

function propertiesOf({ properties, required }: JsonSchema): Record<string, ToolParameter> {
  if (!isRecord(properties)) return {}
  const needed = new Set(Array.isArray(required) ? required : [])
  const entries = Object.entries(properties).map(([name, schema]) => {
    const parameter = parameterOf(name, isRecord(schema) ? schema : {})
    return [name, { ...parameter, required: needed.has(name) }] as const
  })
  return Object.fromEntries(entries)
}

function parameterOf(name: string, schema: JsonSchema): ToolParameter {
  const { type, description, enum: choices } = schema
  const nested = propertiesOf(schema)
  return {
    name,
    type: typeof type === 'string' ? type : 'any',
    description: typeof description === 'string' ? description : '',
    enum: Array.isArray(choices) ? choices.map(String) : null,
    properties: Object.keys(nested).length === 0 ? null : nested,
  }
}
