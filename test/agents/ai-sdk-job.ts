import type { RunOptions } from '../../src/run/api/options.ts'
import type { ModelScript } from '../../src/testing/provider/script/script.ts'

/** The calls of one major of the AI SDK to an agent. */
export interface AiSdkJob {
  /** The name of the major. */
  major: string
  agent: string
  /** The home and the working folder of the agent; both exist and are empty. */
  home: string
  folder: string
  /** Files of the home, by relative path. */
  files: Readonly<Record<string, string>>
  settings: Pick<RunOptions, 'env' | 'model' | 'transport' | 'permissions' | 'timeoutMs'>
  scripts: readonly (ModelScript & { when: string })[]
  prompts: {
    work: string
    /** The agent sends text and never ends. */
    endless: string
    json: string
    /** The provider rejects the key. */
    refused: string
    hello: string
  }
  /** The schema of a JSON answer. */
  schema: Record<string, unknown>
  /** The effort level, which only `ai` 7 supports. */
  reasoning: string
}

/** The error of a call, and its cause. */
export interface AiSdkFailure {
  name?: string
  code?: string
  message?: string
  hint?: string
  cause?: AiSdkFailure
}

/** The reproducible part of a whole answer. */
export interface AiSdkAnswer {
  content: readonly unknown[]
  finishReason: string
  rawFinishReason: string | undefined
  usage: unknown
  warnings: unknown
  modelId: string
  /** Whether the answer is named by the agent's session. */
  isNamed: boolean
}

/** The outcome of each call; `running` is the number of processes that are left. */
export interface AiSdkOutcome {
  answer: AiSdkAnswer
  /** The pieces of one text are joined. */
  stream: readonly unknown[]
  aborted: AiSdkFailure & { isAtWork: boolean; running: number }
  /** The type of its last part. */
  abortedStream: { last: string | undefined; running: number }
  object: unknown
  output: unknown
  refused: AiSdkFailure
  refusedStream: readonly unknown[]
  /** The provider requests without and with an effort. */
  efforts: readonly unknown[]
  running: number
}
