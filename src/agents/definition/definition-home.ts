/**
 * What a confined agent gets of the user's home, and what of its own home reaches the user's. Everything else of the home
 * is invisible to it. Paths are relative to the home; variables that move the agent's folder apply.
 */
export interface AgentHome {
  /** Login files: copied for the run; what the agent changes in them goes back to the user's home. */
  readonly login?: readonly string[]
  /** Settings files, of which the agent gets only these fields. */
  readonly settings?: readonly ImportedSettings[]
  /**
   * Files and folders that the agent may read as they are, such as the user's instructions, and programs in a folder that
   * it keeps: `/` marks a folder.
   */
  readonly reads?: readonly string[]
  /** Files and folders that the agent reads and writes in the user's home, such as its sessions; `/` marks a folder. */
  readonly keeps?: readonly string[]
  /**
   * Folders, also in those of `keeps`, that are empty in the sandbox and end with the run, because the agent starts programs
   * from them or runs git in them: what a confined agent puts there must not run without the sandbox.
   */
  readonly unkept?: readonly string[]
  /** Files that the home starts with, by path. */
  readonly files?: Readonly<Record<string, string>>
  /** Variables to set, which replace the caller's. */
  readonly environment?: Readonly<Record<string, string>>
  /** The logins of clouds that serve the agent's models. */
  readonly clouds?: readonly CloudLogin[]
  /** The hosts of the agent's own provider and login, as `name`, `*.name` or `name:port`. */
  readonly hosts?: readonly string[]
  /** The agent works with many providers, and reaches those for which the user has a variable or a stored login. */
  readonly manyProviders?: true
  /** Hosts that the agent contacts by itself and works without: blocking them is not reported. */
  readonly optionalHosts?: readonly string[]
  /**
   * Folders of the workspace with the agent's own settings that it writes to when it starts: empty in the sandbox unless
   * the workspace is writable.
   */
  readonly scratch?: readonly string[]
  /** Why the agent's HTTPS requests cannot be read by the proxy; without it, the proxy reads them. */
  readonly unreadable?: string
  /** Variables that choose a provider whose answers the proxy does not count, such as Bedrock. */
  readonly uncounted?: readonly string[]
  /** The agent needs Unix datagram sockets, for example as locks. */
  readonly datagrams?: true
  /** Files of the workspace that stay visible under `deny`. */
  readonly instructions?: readonly string[]
}

/** The login of a cloud, of which the agent gets the files only if a variable chooses that cloud. */
export interface CloudLogin {
  /** Each of these variables chooses the cloud. */
  readonly chosenBy: readonly string[]
  /** Files that the agent may read as they are; `/` marks a folder. */
  readonly reads: readonly string[]
  /** Variables with the path of such a file. */
  readonly pathVariables: readonly string[]
  /** The hosts of the login, as in `hosts` of {@link AgentHome}. */
  readonly hosts: readonly string[]
}

/** The part of a settings file that a confined agent gets: login, model, provider and network, not permissions. */
export interface ImportedSettings {
  readonly file: string
  /** `env` is a file with variables, which are below the field `env`. */
  readonly format: 'json' | 'toml' | 'yaml' | 'env'
  /** Paths of fields, whose names may end with `*`: `model`, `env.ANTHROPIC_*`. */
  readonly fields: readonly string[]
  /** The field with variables that the agent sets for itself; they become variables of the process. */
  readonly variables?: string
  /** Fields with a command that prints an API key, which Capstan runs outside of the sandbox. */
  readonly keyCommands?: readonly string[]
  /** Values that replace those of the user, such as switches for checks that need the internet. */
  readonly set?: Readonly<Record<string, unknown>>
}
