/** What is tried with agents as sessions, beside a model provider. */
export interface SessionsJob {
  /** Their home and the folder they work in; both are there, and empty. */
  home: string
  folder: string
  agents: readonly SessionsJobAgent[]
  transport: 'acp' | 'cli'
  /** The agents get the tools to write to each other, and the first writes to the second. */
  hasTools: boolean
}

export interface SessionsJobAgent {
  agent: string
  /** Files of the home, by their path from there. */
  files: Readonly<Record<string, string>>
  env: Readonly<Record<string, string>>
  model?: string
}

/** One message: what became of it, and in which requests of the agent to its model it stood. */
export interface MessageOutcome {
  state: string
  receipts: readonly string[]
  /** How the turn of the owner ended that was under way, and what was said in it. */
  turn: string
  /** Whether the message stood in a request of that turn. */
  isInTurn: boolean
  /** How many tools of that turn had answered in the first request that has the message. */
  results: number
  /** Whether an image stood in that request. */
  hasImage: boolean
}

export interface AgentSessionOutcome {
  agent: string
  modes: readonly string[]
  /** Sent while the first of two tools runs. */
  nextToolCall: MessageOutcome
  /** Sent while a tool runs. */
  onIdle: MessageOutcome
  /** Sent while a tool runs that would take for ever. */
  immediate: MessageOutcome
}

export interface SessionsOutcome {
  agents: readonly AgentSessionOutcome[]
  /** The first agent wrote to the second by its tool. */
  dm?: { state: string; text: string; from: string; isInRequest: boolean; answerOfTool: string }
  /** Everything that happened, one line each. */
  transcript: readonly string[]
}
