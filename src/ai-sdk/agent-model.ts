import { agents } from '../run/agents.ts'
import { answerOf } from './answer.ts'
import { Call } from './call.ts'
import type { ModelCallOptions } from './call-options.ts'
import type { AgentLanguageModel, AgentModelV3, AgentModelV4, FileDataV4 } from './language-model.ts'
import type { AgentModelSettings } from './settings.ts'
import { singleTurns } from './single-turns.ts'
import type { TurnSource } from './turn-source.ts'
import type { ModelStreamPart } from './parts/stream-part.ts'

/**
 * An agent as a language model for `ai` 7. Every call starts the agent and stops it afterwards.
 * @throws CapstanError for an unknown agent, ValidationError for invalid settings.
 */
export function agentModel(agent: string, settings: AgentModelSettings = {}): AgentModelV4 {
  return modelV4(sourceOf(agent, settings))
}

/** An agent as a language model for `ai` 6. */
export function agentModelV3(agent: string, settings: AgentModelSettings = {}): AgentModelV3 {
  return modelV3(sourceOf(agent, settings))
}

function sourceOf(agent: string, { client = agents, ...settings }: AgentModelSettings): TurnSource {
  const { options } = client.validateRun({ ...settings, agent, prompt: 'none' })
  return singleTurns({ agent: options.agent, runAs: agent }, client, settings)
}

export function modelV4(source: TurnSource): AgentModelV4 {
  return { specificationVersion: 'v4', ...languageModel(source, fileDataV4) }
}

export function modelV3(source: TurnSource): AgentModelV3 {
  return { specificationVersion: 'v3', ...languageModel(source, (data) => data) }
}

function fileDataV4(data: string): FileDataV4 {
  return { type: 'data', data }
}

/** The part that V3 and V4 share; they differ only in how they represent files. */
function languageModel<FileData>(
  source: TurnSource,
  fileData: (base64: string) => FileData,
): AgentLanguageModel<FileData> {
  const { agent, model } = source
  const modelId = model === undefined ? agent : `${agent}/${model}`
  const start = (options: ModelCallOptions): Promise<Call<FileData>> =>
    Call.start(source, { modelId, options, fileData })
  return {
    provider: 'capstan',
    modelId,
    supportedUrls: {},
    doGenerate: async (options) => {
      const call = await start(options)
      return await answerOf(call.parts(), call.warnings)
    },
    doStream: async (options) => ({ stream: streamOf(await start(options)) }),
  }
}

/** A call as a web stream: a slow reader slows the agent, and canceling the stream stops the agent. */
function streamOf<FileData>(call: Call<FileData>): ReadableStream<ModelStreamPart<FileData>> {
  const parts = call.streamParts()
  return new ReadableStream<ModelStreamPart<FileData>>(
    {
      pull: async (controller) => {
        const { value, done } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => call.stop(),
    },
    { highWaterMark: 0 },
  )
}
