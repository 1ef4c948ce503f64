import { isRecord } from '../../../core/is-record.ts'
import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'
import type { Client, ClientCapabilities, ElicitResult } from '@modelcontextprotocol/client'

/** A question of an MCP server to a person. */
export interface McpElicitation {
  /** The id of the server on this host. */
  serverId: string
  /** `form`: the server requests values by `schema`. `url`: the person opens `url`, such as a sign-in. */
  mode: 'form' | 'url'
  message: string
  /** The requested values, as JSON Schema of a flat object. */
  schema?: JsonSchema
  url?: string
}

/** The answer to a question. `decline` is a no, `cancel` no decision. */
export type McpElicitationAnswer =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' }

/** A request of an MCP server for an answer of a model. */
export interface McpSampling {
  /** The id of the server on this host. */
  serverId: string
  systemPrompt?: string
  /** The messages with their text; images and audio are left out. */
  messages: { role: 'user' | 'assistant'; text: string }[]
  maxTokens: number
}

/** The answer of a model. */
export interface McpSample {
  text: string
  model: string
}

/** Who answers the questions of MCP servers. Servers only see what is set. */
export interface McpQuestions {
  /** Asks a person. */
  elicit?: (question: McpElicitation, signal: AbortSignal) => Promise<McpElicitationAnswer>
  /** Asks a model, such as that of an agent. */
  sample?: (request: McpSampling, signal: AbortSignal) => Promise<McpSample>
}

/** The client capabilities to advertise. */
export function capabilitiesFor({ elicit, sample }: McpQuestions): ClientCapabilities {
  return {
    roots: {},
    ...(elicit === undefined ? {} : { elicitation: { form: {}, url: {} } }),
    ...(sample === undefined ? {} : { sampling: {} }),
  }
}

export interface AnswerOptions {
  config: { server_id: string }
  root: string
  questions: McpQuestions
}

/** Answers the requests of a server. The client refuses those without a handler. */
export function answerQuestions(client: Client, { config, root, questions }: AnswerOptions): void {
  const serverId = config.server_id
  const { elicit, sample } = questions
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: root, name: 'root' }] }))
  if (elicit !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq: { signal } }) => {
      const { message } = params
      const question =
        params.mode === 'url'
          ? { mode: params.mode, url: params.url }
          : { mode: 'form' as const, schema: { ...params.requestedSchema } }
      const answer = await elicit({ serverId, message, ...question }, signal)
      // The client checks the values.
      return { ...answer } as ElicitResult
    })
  }
  if (sample !== undefined) {
    client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq: { signal } }) => {
      const { systemPrompt, maxTokens, messages } = params
      const { text, model } = await sample(
        {
          serverId,
          ...(systemPrompt === undefined ? {} : { systemPrompt }),
          messages: messages.map(({ role, content }) => ({ role, text: textOf(content) })),
          maxTokens,
        },
        signal,
      )
      return { role: 'assistant' as const, content: { type: 'text' as const, text }, model }
    })
  }
}

function textOf(content: unknown): string {
  const blocks: unknown[] = Array.isArray(content) ? content : [content]
  return blocks
    .flatMap((block) => (isRecord(block) && typeof block['text'] === 'string' ? block['text'] : []))
    .join('\n')
}
