import type { Clock } from '../../../core/clock.ts'
import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'
import { ValidationError, type ValidationIssue } from '../../../core/validation-error.ts'
import type { PluginSession } from '../../plugin.ts'

/** What an event of a tool is about. `progress` has `pct` and `message`, `log` `level` and `message`, `status` `message`. */
export type ToolEventKind = 'progress' | 'status' | 'artifact' | 'log'

/** What a tool has besides its arguments. */
export interface ToolContext {
  readonly session: PluginSession
  /** Aborted when nobody waits for the result any more: at the time limit and when the session ends. */
  readonly signal: AbortSignal
  /** The folder it may work in. */
  readonly root: string
  readonly clock: Clock
  /** How the session has configured the toolkit it belongs to; empty without one. */
  readonly config: Readonly<Record<string, unknown>>
  /** Writes a line for whoever runs the host. */
  readonly log: (text: string) => void
  /** Tells what is going on: sent at once to a caller that streams, with the result to another one. */
  readonly emit: (kind: ToolEventKind, data: Record<string, unknown>) => void
}

/** What is told of a tool. */
export interface ToolDescription {
  readonly name: string
  readonly description: string
  /** A JSON Schema of an object: what the arguments must be. They are checked before the tool runs. */
  readonly parameters: JsonSchema
  /** A JSON Schema of an object: what the result will be. It is told and not checked. */
  readonly result?: JsonSchema
  readonly tags?: readonly string[]
  /** Whether a second call with the same arguments changes nothing more. */
  readonly idempotent?: boolean
  /** Left out of a list that is not searched. */
  readonly deferred?: boolean
  readonly version?: string
}

/** Something an agent can have done. What `run` returns is JSON, or a `ToolOutput` to say more about it. */
export interface Tool extends ToolDescription {
  run(input: Record<string, unknown>, context: ToolContext): unknown
}

/** A tool whose arguments have a type: the schema has to allow no others. */
export interface ToolOptions<Input extends object> extends ToolDescription {
  run(input: Input, context: ToolContext): unknown
}

export interface ToolOutputFields {
  data: unknown
  /** The result in a few words. */
  summary?: string
  /** The exit code, where a program was run. */
  exitCode?: number
  /** Whether there was more. */
  truncated?: boolean
  /** Why it did not work, when it did not. */
  error?: string
}

/** The result of a tool with what is to be known about it. */
export class ToolOutput {
  readonly fields: ToolOutputFields

  constructor(fields: ToolOutputFields) {
    this.fields = fields
  }
}

const nameForm = /^[A-Za-z0-9_.-]{1,128}$/

/**
 * Checks a tool and returns it.
 * @throws ValidationError when its name, description or schema cannot be used.
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
  // The schema has been checked against the arguments before it runs.
  return tool as unknown as Tool
}
