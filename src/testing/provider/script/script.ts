/** The tool that a step calls: its use, a part of its name, or a pattern. */
export type ToolUse = 'shell' | 'read' | 'write' | 'edit' | (string & {}) | RegExp

/** The inputs of the four uses that every agent offers under its own tool names. */
export interface ToolInput extends Readonly<Record<string, unknown>> {
  /** The shell command. */
  command?: string
  /** The file that is read, written or edited. */
  path?: string
  /** The whole new text of the file. */
  content?: string
  /** The text to replace, and its replacement. */
  oldText?: string
  newText?: string
}

/** The tokens that an answer reports. */
export interface TokenUsage {
  /** Input tokens that were not cached. */
  input: number
  /** Output tokens, thinking included. */
  output: number
  /** The part of the output that was thinking. */
  thinking?: number
  cacheRead?: number
  cacheWrite?: number
}

/** A failure as a provider reports it. */
export interface Fault {
  status: number
  message?: string
  /** Seconds, for the header `retry-after`. */
  retryAfter?: number
  /** How often it fails for the same state of a conversation before the next step runs (default: always). */
  times?: number
}

/** One step of the model, by its name in `step`. */
export type ModelStep =
  /** Streams text or thinking. */
  | { step: 'text' | 'thinking'; text: string }
  /** Calls a tool that the request offers. The following steps run after its result. */
  | {
      step: 'tool'
      use: ToolUse
      input?: ToolInput
      /** Called in one answer with the previous tool. */
      parallel?: true
      /** Skips the step if no such tool is offered, instead of failing the request. */
      optional?: true
    }
  /** Answers the JSON Schema of the request with this value, or with a matching sample. */
  | { step: 'json'; value?: unknown }
  /** Answers with an error; in the middle of the stream if other steps came before. */
  | ({ step: 'error' } & Fault)
  /** Waits, in milliseconds. */
  | { step: 'delay'; milliseconds: number }
  /** Sends nothing more and keeps the connection open. */
  | { step: 'hang' }
  /** Breaks the connection: this many times for the same state of a conversation, or always. */
  | { step: 'disconnect'; times?: number }
  /** The token usage that the answer reports. */
  | ({ step: 'usage' } & TokenUsage)

/** The conditions of a rule on a request. */
export interface AskedRequest {
  wire: string
  /** The requested path, including any prefix before the API's own path. */
  path: string
  model: string
  /** The last message of the user. */
  prompt: string
  /** The names of the tools the request offers. */
  tools: readonly string[]
  body: Readonly<Record<string, unknown>>
}

/** The steps for prompts that match a rule. */
export interface ModelScript {
  /** A part of the prompt, a pattern, or a condition on the request; every prompt if omitted. */
  when?: string | RegExp | ((request: AskedRequest) => boolean)
  steps: readonly ModelStep[]
}

/** Whether a script applies to this request. */
export function fits({ when }: ModelScript, request: AskedRequest): boolean {
  if (when === undefined) return true
  if (typeof when === 'function') return when(request)
  // `search` keeps no state, unlike `test` of a pattern with the flag g.
  return typeof when === 'string' ? request.prompt.includes(when) : request.prompt.search(when) !== -1
}
