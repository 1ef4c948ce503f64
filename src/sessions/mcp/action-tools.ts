import type { JsonSchema } from '../../core/json-schema/json-schema.ts'
import type { ActionSummary } from '../action.ts'
import type { Tool, ToolCall, ToolResult } from './tool.ts'

/** Programs that call models put the name of the server before it, and 64 characters is all they may have. */
const longestName = 48

/** Tools by which an agent invokes whatever action it may. */
export const actionTools: readonly Tool[] = [
  {
    name: 'list_actions',
    description: 'Lists the actions you may invoke, with what each takes and gives.',
    readOnly: true,
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    call: async ({ connection, signal }) => ({ value: await connection.request('actions', {}, signal) }),
  },
  {
    name: 'invoke_action',
    description: 'Invokes an action by its name and gives its result.',
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', minLength: 1 },
        input: { description: 'What the action takes' },
        idempotency_key: { type: 'string', minLength: 1, description: 'The same key runs it once' },
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

/** One tool for each action, with the action's own schema. */
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

/** A tool takes an object. What an action takes instead goes into one, and finds its definitions where they were. */
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

/** Models may call tools by letters, digits, underscores and hyphens only, so that two actions could share a name. */
function freeName(action: string, taken: Set<string>): string {
  const wanted = `action_${action.replaceAll('.', '_')}`.slice(0, longestName)
  let name = wanted
  for (let count = 2; taken.has(name); count++) name = `${wanted}_${count}`
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
