/** The tests of agents as sessions, with a model provider. */
export interface SessionsJob {
  /** The home and the working folder of the agents; both exist and are empty. */
  home: string
  folder: string
  agents: readonly SessionsJobAgent[]
  transport: 'acp' | 'cli'
  /** The agents get the tools to write to each other, and the first writes to the second. */
  hasTools: boolean
}

export interface SessionsJobAgent {
  agent: string
  /** Files of the home, by relative path. */
  files: Readonly<Record<string, string>>
  env: Readonly<Record<string, string>>
  model?: string
}

/** One message: its outcome, and the requests to the model that contain it. */
export interface MessageOutcome {
  state: string
  receipts: readonly string[]
  /** How the running turn of the owner ended, with its text. */
  turn: string
  /** Whether a request of that turn contains the message. */
  isInTurn: boolean
  /** How many tools of that turn had answered in the first request that has the message. */
  results: number
  /** Whether that request contains an image. */
  hasImage: boolean
}

export interface AgentSessionOutcome {
  agent: string
  modes: readonly string[]
  /** Sent while the first of two tools runs. */
  nextToolCall: MessageOutcome
  /** Sent while a tool runs. */
  onIdle: MessageOutcome
  /** Sent while a tool runs that never ends. */
  immediate: MessageOutcome
}

export interface SessionsOutcome {
  agents: readonly AgentSessionOutcome[]
  /** The first agent sent the second a message with its tool. */
  dm?: { state: string; text: string; from: string; isInRequest: boolean; answerOfTool: string }
  /** All events, one line each. */
  transcript: readonly string[]
}
