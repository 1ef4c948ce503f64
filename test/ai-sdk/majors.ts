import * as seven from 'ai'
import * as six from 'ai6'
import { agentModel, agentModelV3 } from '../../src/ai-sdk/agent-model.ts'
import { createAgentModelSession } from '../../src/ai-sdk/model-session.ts'
import { createAgentProvider, createAgentProviderV3 } from '../../src/ai-sdk/provider.ts'
import type { AgentModelSettings } from '../../src/ai-sdk/settings.ts'

// Keeps the SDK from printing warnings.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

/** Call options that both majors of the SDK accept. */
export type AskOptions = Omit<Parameters<typeof six.generateText>[0], 'model'>
type SixOptions = Parameters<typeof six.generateText>[0]
type SevenOptions = Parameters<typeof seven.generateText>[0]

export type Answer = Awaited<ReturnType<typeof six.generateText>>
export type StreamPart =
  ReturnType<typeof six.streamText>['fullStream'] extends AsyncIterable<infer Part> ? Part : never

/** One major of the SDK with its model version. The checked fields of the answers are the same in both. */
export interface Major {
  name: string
  /** Calls that each start an agent; the sim by default. */
  calls(settings: AgentModelSettings, agent?: string): Calls
  /** Calls that share one session. */
  sessionCalls(settings: AgentModelSettings): Promise<Calls & { close(): Promise<void>; sessionId: string }>
  /** The text of an answer from a model of the SDK's registry. */
  byRegistry(id: `capstan:${string}`, settings: AgentModelSettings): Promise<string>
}

export interface Calls {
  generate(options: AskOptions): Promise<Answer>
  stream(options: AskOptions): AsyncIterable<StreamPart>
  object(options: { prompt: string; schema: Record<string, unknown> }): Promise<unknown>
  /** `object` with `generateText` and an output. */
  output(options: { prompt: string; schema: Record<string, unknown> }): Promise<unknown>
}

function sixCalls(model: SixOptions['model']): Calls {
  return {
    generate: async (options) => six.generateText({ ...options, model } as SixOptions),
    stream: (options) =>
      six.streamText({ ...options, model, onError: () => {} } as Parameters<typeof six.streamText>[0])
        .fullStream,
    object: async ({ prompt, schema }) =>
      (await six.generateObject({ model, prompt, schema: six.jsonSchema(schema) })).object,
    output: async ({ prompt, schema }) => {
      const output = six.Output.object({ schema: six.jsonSchema(schema) })
      return (await six.generateText({ model, prompt, output })).output
    },
  }
}

function sevenCalls(model: SevenOptions['model']): Calls {
  return {
    generate: async (options) =>
      (await seven.generateText({ ...options, model } as SevenOptions)) as unknown as Answer,
    stream: (options) =>
      seven.streamText({ ...options, model, onError: () => {} } as Parameters<typeof seven.streamText>[0])
        .fullStream as unknown as AsyncIterable<StreamPart>,
    object: async ({ prompt, schema }) =>
      (await seven.generateObject({ model, prompt, schema: seven.jsonSchema(schema) })).object,
    output: async ({ prompt, schema }) => {
      const output = seven.Output.object({ schema: seven.jsonSchema(schema) })
      return (await seven.generateText({ model, prompt, output })).output
    },
  }
}

export const majors: Major[] = [
  {
    name: 'ai 7',
    calls: (settings, agent = 'sim') => sevenCalls(agentModel(agent, settings)),
    sessionCalls: async (settings) => {
      const { model, session, close } = await createAgentModelSession('sim', settings)
      return { ...sevenCalls(model), close, sessionId: session.id }
    },
    byRegistry: async (id, settings) => {
      const registry = seven.createProviderRegistry({ capstan: createAgentProvider(settings) })
      return (await seven.generateText({ model: registry.languageModel(id), prompt: 'say hello' })).text
    },
  },
  {
    name: 'ai 6',
    calls: (settings, agent = 'sim') => sixCalls(agentModelV3(agent, settings)),
    sessionCalls: async (settings) => {
      const { modelV3, session, close } = await createAgentModelSession('sim', settings)
      return { ...sixCalls(modelV3), close, sessionId: session.id }
    },
    byRegistry: async (id, settings) => {
      const registry = six.createProviderRegistry({ capstan: createAgentProviderV3(settings) })
      return (await six.generateText({ model: registry.languageModel(id), prompt: 'say hello' })).text
    },
  },
]

/** The text of the sent prompts, without attachments. */
export function promptTexts(sent: readonly { params?: Record<string, unknown> }[]): string[] {
  return sent.map(({ params }) =>
    ((params?.['prompt'] ?? []) as { type: string; text?: string }[])
      .flatMap(({ type, text }) => (type === 'text' ? [text] : []))
      .join(''),
  )
}
