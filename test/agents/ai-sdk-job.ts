import type { RunOptions } from '../../src/run/api/options.ts'
import type { ModelScript } from '../../src/testing/provider/script/script.ts'

/** The calls of one major of the AI SDK to an agent. */
export interface AiSdkJob {
  /** The name of the major. */
  major: string
  agent: string
  /** Its home and the folder it works in; both are there, and empty. */
  home: string
  folder: string
  /** Files of the home, by their path from there. */
  files: Readonly<Record<string, string>>
  settings: Pick<RunOptions, 'env' | 'model' | 'transport' | 'permissions' | 'timeoutMs'>
  scripts: readonly (ModelScript & { when: string })[]
  prompts: {
    work: string
    /** The agent never comes to an end with it, and has said something first. */
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

/** A whole answer, as far as it is the same every time. */
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

/** What came of each; `running` counts the processes that are left after it. */
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
