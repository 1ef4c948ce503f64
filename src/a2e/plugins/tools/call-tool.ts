import { checkForeignSchema } from '../../../core/json-schema/foreign-schema.lazy.ts'
import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'
import { A2EError } from '../../a2e-error.ts'
import type { ToolEvent, ToolResult } from '../../messages/message-fields.ts'
import type { Request, ResponseFields } from '../../messages/messages.ts'
import type { RequestContext } from '../../plugin.ts'
import { RootError } from '../root/root-error.ts'
import { limitData } from './output-limit.ts'
import { ToolOutput, type Tool, type ToolContext } from './tool.ts'

export interface ToolCall {
  tool: Tool
  request: Request<'tool/call/req'>
  context: RequestContext<'tool/call/req'>
  /** The folder the tool may work in. */
  root: string
  config?: Readonly<Record<string, unknown>>
  /** The maximum length of a result, in characters of JSON. */
  outputLimit: number
}

/** Runs a tool and returns its result. An error of the tool becomes a result with `success: false`. */
export async function callTool(call: ToolCall): Promise<ResponseFields<'tool/call/req'>> {
  const { tool, request, context } = call
  await requireFit(tool.parameters, request.arguments, `The arguments of ${tool.name}`)
  const { clock } = context
  const events: ToolEvent[] = []
  const start = clock.now()
  const outcome = await runTool(call, events)
  const now = clock.now()
  const data: ToolResult = {
    ...outcome,
    tool_name: tool.name,
    duration_ms: Math.max(0, Math.round(now - start)),
    events,
  }
  return { data, created_at: now / 1000 }
}

type Outcome = Omit<ToolResult, 'tool_name' | 'duration_ms' | 'events'>

async function runTool(call: ToolCall, events: ToolEvent[]): Promise<Outcome> {
  const { tool, request, outputLimit } = call
  try {
    const returned: unknown = await tool.run(request.arguments, toolContext(call, events))
    const output = returned instanceof ToolOutput ? returned.fields : { data: returned }
    const { data, truncated } = limitData(output.data, outputLimit)
    return {
      success: output.error === undefined,
      data,
      summary: output.summary ?? null,
      truncated: truncated || output.truncated === true,
      exit_code: output.exitCode ?? null,
      error: output.error ?? null,
      error_code: output.error === undefined ? null : 'tool_error',
    }
  } catch (error) {
    if (error instanceof A2EError) throw error
    if (error instanceof RootError && error.isRefusal) throw deniedError(tool.name, error)
    const message = error instanceof Error ? error.message : String(error)
    return { success: false, data: null, error: message, error_code: 'tool_error' }
  }
}

function toolContext({ request, context, root, config = {} }: ToolCall, events: ToolEvent[]): ToolContext {
  const { session, signal, clock, log } = context
  return {
    session,
    signal,
    root,
    clock,
    config,
    log,
    emit(kind, data) {
      if (request.streaming) context.emit({ kind, data })
      else events.push({ kind, data, req_id: context.requestId, seq: events.length })
    },
  }
}

/**
 * Checks a value against a schema.
 * @throws A2EError `schema_violation` with every issue in `detail`.
 */
export async function requireFit(schema: JsonSchema, value: unknown, what: string): Promise<void> {
  const { issues } = await checkForeignSchema(schema, value)
  const [first] = issues
  if (first === undefined) return
  const at = first.path.length === 0 ? '' : `${first.path.join('.')} `
  throw new A2EError('schema_violation', `${what} are invalid: ${at}${first.message}`, { detail: { issues } })
}

function deniedError(name: string, { message, path, reason, hint }: RootError): A2EError {
  return new A2EError('tool_denied', `${name} was denied: ${message}`, {
    detail: { tool: name, path, reason },
    capabilityName: 'tools',
    ...(hint === undefined ? {} : { hint }),
  })
}
