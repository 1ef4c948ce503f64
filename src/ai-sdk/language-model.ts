import type { ModelCallOptions } from './call-options.ts'
import type {
  ModelContent,
  ModelFinishReason,
  ModelMetadata,
  ModelStreamPart,
  ModelTokens,
  ModelWarning,
} from './parts/stream-part.ts'

/** A complete answer. */
export interface ModelAnswer<FileData> {
  content: ModelContent<FileData>[]
  finishReason: ModelFinishReason
  usage: ModelTokens
  providerMetadata: ModelMetadata
  response: { id?: string; timestamp: Date; modelId: string }
  warnings: ModelWarning[]
}

/** The members that `LanguageModelV3` and `LanguageModelV4` share. */
export interface AgentLanguageModel<FileData> {
  readonly provider: string
  readonly modelId: string
  /** Empty, so that the SDK downloads URLs and passes the bytes. */
  readonly supportedUrls: Record<string, RegExp[]>
  doGenerate(options: ModelCallOptions): Promise<ModelAnswer<FileData>>
  doStream(options: ModelCallOptions): Promise<{ stream: ReadableStream<ModelStreamPart<FileData>> }>
}

/** The data of a file in a V4 answer. */
export interface FileDataV4 {
  type: 'data'
  data: string
}

/** An agent as a `LanguageModelV4`, for `ai` 7. */
export interface AgentModelV4 extends AgentLanguageModel<FileDataV4> {
  readonly specificationVersion: 'v4'
}

/** An agent as a `LanguageModelV3`, for `ai` 6. */
export interface AgentModelV3 extends AgentLanguageModel<string> {
  readonly specificationVersion: 'v3'
}
