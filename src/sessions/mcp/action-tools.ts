import type { JsonSchema } from '../../core/json-schema/json-schema.ts'
import type { ActionSummary } from '../action.ts'
import type { Tool, ToolCall, ToolResult } from './tool.ts'

/** MCP clients prefix the server name, and models accept at most 64 characters. */
const maxNameLength = 48

/** Tools for invoking actions by name. */
export const actionTools: readonly Tool[] = [
  {
    name: 'list_actions',
    description: 'Lists the actions you may invoke, with their input and output schemas.',
    readOnly: true,
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    call: async ({ connection, signal }) => ({ value: await connection.request('actions', {}, signal) }),
  },
  {
    name: 'invoke_action',
    description: 'Invokes an action by name and returns its result.',
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', minLength: 1 },
        input: { description: 'The input of the action' },
        idempotency_key: {
          type: 'string',
          minLength: 1,
          description: 'Repeated calls with the same key run the action once',
        },
      },
      required: ['action'],
      additionalProperties: false,
    },
    call: (call) => {
      const {
        action,
        input = {},
        idempotency_key: key,
      } = call.input as {
        action: string
        input?: unknown
        idempotency_key?: string
      }
      return invoke(call, {
        action,
        input,
        ...(key === undefined ? {} : { key }),
      })
    },
  },
]

/** One tool per action, with the action's own schema. */
export function toolsOfActions(actions: readonly ActionSummary[]): Tool[] {
  const taken = new Set<string>()
  return actions.map(({ name, description, inputSchema, outputSchema }) => {
    const isObject = inputSchema === undefined || inputSchema['type'] === 'object'
    const isStructured = outputSchema?.['type'] === 'object'
    return {
      name: freeName(name, taken),
      description,
      inputSchema: isObject ? (inputSchema ?? { type: 'object' }) : wrapped(inputSchema),
      ...(isStructured ? { outputSchema } : {}),
      call: async (call) => ({
        ...(await invoke(call, { action: name, input: isObject ? call.input : call.input['input'] })),
        ...(isStructured ? { isStructured } : {}),
      }),
    }
  })
}

/** MCP tools take objects: wraps any other input schema and keeps its definitions at the root. */
function wrapped(schema: JsonSchema): JsonSchema {
  const { $defs, definitions, ...input } = schema
  return {
    type: 'object',
    properties: { input },
    required: ['input'],
    additionalProperties: false,
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  }
}

/** Tool names allow only letters, digits, underscores and hyphens, so two actions could map to one name. */
function freeName(action: string, taken: Set<string>): string {
  const base = `action_${action.replaceAll('.', '_')}`.slice(0, maxNameLength)
  let name = base
  for (let count = 2; taken.has(name); count++) name = `${base}_${count}`
  taken.add(name)
  return name
}

async function invoke(
  { connection, signal }: ToolCall,
  { action, input, key }: { action: string; input: unknown; key?: string },
): Promise<ToolResult> {
  const result = await connection.request(
    'invoke',
    { action, input, ...(key === undefined ? {} : { idempotencyKey: key }) },
    signal,
  )
  if (result.ok) return { value: result.output }
  return { value: { ...result.error, invocation_id: result.invocationId }, isError: true }
}
