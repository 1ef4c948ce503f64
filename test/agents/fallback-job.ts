/** Runs with a fallback from one agent to another, both with the same model provider. */
export interface FallbackJob {
  /** The home and the working folder of the agents; both exist and are empty. */
  home: string
  folder: string
  /** Files of the home, by relative path. */
  files: Readonly<Record<string, string>>
  env: Readonly<Record<string, string>>
  agents: readonly [string, string]
  prompts: readonly string[]
}

/** The outcome of one run. */
export interface FallbackOutcome {
  text?: string
  error?: string
  /** The agents that worked on the prompt, each with the reason. */
  agents: readonly string[]
  /** Whether the switch names the time at which the first agent can be used again. */
  hasTime: boolean
  /** The content of the log that the prompts append to. */
  log: string
}
