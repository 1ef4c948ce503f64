import type { Clock } from '../../../core/clock.ts'
import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'
import { ValidationError, type ValidationIssue } from '../../../core/validation-error.ts'
import type { PluginSession } from '../../plugin.ts'

/** The kind of a tool event. `progress` has `pct` and `message`, `log` has `level` and `message`, `status` has `message`. */
export type ToolEventKind = 'progress' | 'status' | 'artifact' | 'log'

/** The context a tool gets with its arguments. */
export interface ToolContext {
  readonly session: PluginSession
  /** Aborted at the timeout and when the session ends. */
  readonly signal: AbortSignal
  /** The folder the tool may work in. */
  readonly root: string
  readonly clock: Clock
  /** The session's configuration of the tool's toolkit; empty without a toolkit. */
  readonly config: Readonly<Record<string, unknown>>
  /** Writes a log line for the operator of the host. */
  readonly log: (text: string) => void
  /** Emits an event: at once if the caller streams, otherwise with the result. */
  readonly emit: (kind: ToolEventKind, data: Record<string, unknown>) => void
}

/** The description of a tool. */
export interface ToolDescription {
  readonly name: string
  readonly description: string
  /** The JSON Schema of the arguments, an object; checked before the tool runs. */
  readonly parameters: JsonSchema
  /** The JSON Schema of the result, an object; listed but not checked. */
  readonly result?: JsonSchema
  readonly tags?: readonly string[]
  /** Whether repeating a call with the same arguments has no further effect. */
  readonly idempotent?: boolean
  /** Listed only for a query with `include_deferred`. */
  readonly deferred?: boolean
  readonly version?: string
}

/** A tool that agents can call. `run` returns JSON, or a `ToolOutput` with details. */
export interface Tool extends ToolDescription {
  run(input: Record<string, unknown>, context: ToolContext): unknown
}

/** A tool with typed arguments: the schema must allow no others. */
export interface ToolOptions<Input extends object> extends ToolDescription {
  run(input: Input, context: ToolContext): unknown
}

export interface ToolOutputFields {
  data: unknown
  /** A short summary of the result. */
  summary?: string
  /** The exit code of a program. */
  exitCode?: number
  /** Whether the result was cut. */
  truncated?: boolean
  /** Why the tool failed, if it did. */
  error?: string
}

/** The result of a tool with details. */
export class ToolOutput {
  readonly fields: ToolOutputFields

  constructor(fields: ToolOutputFields) {
    this.fields = fields
  }
}

const nameForm = /^[A-Za-z0-9_.-]{1,128}$/

/**
 * Checks a tool and returns it.
 * @throws ValidationError when the name, description or schema is invalid.
 */
export function defineTool<Input extends object = Record<string, unknown>>(tool: ToolOptions<Input>): Tool {
  const issues: ValidationIssue[] = []
  if (!nameForm.test(tool.name))
    issues.push({
      path: ['name'],
      message: 'must be up to 128 letters, digits, dots, hyphens and underscores',
    })
  if (typeof tool.description !== 'string' || tool.description === '')
    issues.push({ path: ['description'], message: 'must be text that is not empty' })
  if (tool.parameters['type'] !== 'object')
    issues.push({ path: ['parameters', 'type'], message: 'must be "object"' })
  const [first] = issues
  if (first !== undefined)
    throw new ValidationError(`The tool’s ${first.path.join('.')} ${first.message}`, issues)
  // The arguments are checked against the schema before the tool runs.
  return tool as unknown as Tool
}
