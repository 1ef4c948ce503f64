/** The commands of a new user, run one after the other in a shell of the account beside a model provider. */
export interface NewcomerJob {
  commands: readonly string[]
  /** The words that start a shell of the account. */
  shell: readonly [string, ...string[]]
  cwd: string
  /** The whole environment of the commands; may name the provider. */
  environment: Readonly<Record<string, string>>
  /** What the model answers to a prompt with this text. */
  script: { when: string; value: unknown }
}

/** The result of one command. */
export interface CommandOutcome {
  command: string
  exitCode: number | null
  stdout: string
  stderr: string
  seconds: number
}

export interface NewcomerOutcome {
  commands: readonly CommandOutcome[]
  /** What the agent sent to the provider. */
  requests: readonly string[]
}
