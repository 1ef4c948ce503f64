import type { AgentName, AuthMethod, InstallMethod } from '../../capabilities/ecosystems/mux/types.ts'
import type { AgentHome } from './definition-home.ts'
import type { DefinitionFact, MuxFactId, TransportFacts } from './definition-fact.ts'
import type { AgentFlags } from './definition-flags.ts'
import type { LongRunningProcess } from './definition-long-running.ts'
import type { OfferedModel } from './definition-model-list.ts'
import type { ModelQuestion } from './definition-models.ts'
import type { ObservedFacts } from './definition-observed.ts'
import type { FolderProgram, PolicyMeans } from './definition-policies.ts'
import type { ProviderChoice, ProviderMeans } from './definition-provider.ts'
import type { ThinkingControl } from './definition-thinking.ts'
import type { AgentUsage } from './definition-usage.ts'
import type { CreateOutputReader } from '../command-line/output-reader.ts'
import type { CreateDialog } from '../command-line/dialog.ts'
import type { AcpSigns } from '../command-line/provider-sign.ts'
import type { SessionGuard } from '../command-line/session-guard.ts'
import type { ReadStoredUsage } from '../command-line/stored-usage.ts'

/** An npm package with an agent, or with its ACP bridge. */
export interface AgentPackage {
  readonly name: string
  /** The tested version, which Capstan installs by default. */
  readonly version: string
  /** The program of the package. */
  readonly binary: string
  /** The required Node versions, as in `engines`; on another Node, npm silently picks an older release. */
  readonly node?: string
  /** The required Bun versions on the PATH, for a package that runs on Bun. */
  readonly bun?: string
  /** The install scripts must run: otherwise npm installs only a placeholder. */
  readonly installScripts?: true
  /**
   * The native program to start instead of a defective wrapper, relative to `node_modules`, with `{platform}` and
   * `{arch}` as in Node. Ignored if missing.
   */
  readonly native?: string
  /**
   * The program is a bundle with all dependencies except these, each as `name@version`. Capstan installs this version
   * without the other dependencies, which some registries lack.
   */
  readonly bundledExcept?: readonly string[]
}

/** How to start an agent that speaks ACP on stdin and stdout. */
export interface AcpTransport {
  /** The program of the agent or its bridge. */
  readonly binary: string
  readonly arguments: readonly string[]
  /** The ACP version that the agent chooses when offered both. */
  readonly protocolVersion?: 1 | 2
  /** The bridge's package, if the agent does not speak ACP itself. */
  readonly bridge?: AgentPackage
  /** Variables that non-interactive use requires. */
  readonly environment?: Readonly<Record<string, string>>
  /** Variables of the caller that break the agent; not passed on. */
  readonly unset?: readonly string[]
  /** The variable with the path of the agent's own program, for a bridge. */
  readonly programVariable?: string
  /** The agent reads a file before creating it and fails on any error, so a missing file must read as empty. */
  readonly missingFileIsEmpty?: true
  /** The agent sends terminal commands as shell lines instead of a program and arguments. */
  readonly terminalLines?: true
  /** Arguments with `{value}` that set the model at startup, if sessions cannot. */
  readonly modelArguments?: readonly string[]
  /** Session metadata with `{value}` that sets the model, if the session option lists too few models. */
  readonly modelMeta?: Readonly<Record<string, unknown>>
  /** Session metadata with `{value}` that sets options by category, because some sessions lack the option. */
  readonly optionMeta?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** A JSON variable with `{value}` that sets the model at startup. */
  readonly modelVariable?: { readonly name: string; readonly content: Readonly<Record<string, unknown>> }
  /** Prompts with `{value}` that set values without a session option, by category. */
  readonly optionPrompts?: Readonly<Record<string, string>>
  /**
   * The form that replaces some permission requests: a pattern of its message, and its values. `write` is the pattern
   * of a question about writing a file, with the group `path`.
   */
  readonly approvalForm?: {
    readonly message: string
    readonly field: string
    readonly approve: string
    readonly deny: string
    readonly write?: string
  }
  /** A turn that ends without output hides a provider failure. */
  readonly silentTurnIsFailure?: true
  /** The agent supports steering in this ACP version but not in the newer one. */
  readonly steersInVersion?: 1
  /** Patterns of provider errors that the agent sends as the last text of a successful turn. */
  readonly errorTexts?: readonly string[]
  /** The agent passes MCP servers on another program's command line, where every local user can read them. */
  readonly showsMcpServers?: true
  /** Patterns of text that reports a retry, with optional groups `attempt` and `most`. */
  readonly retryTexts?: readonly string[]
  /** Patterns of text to drop, because it is not part of the answer. */
  readonly asideTexts?: readonly string[]
  /** Metadata for every session that makes the agent report more. */
  readonly sessionMeta?: Readonly<Record<string, unknown>>
  /** Reads provider events in the agent's own format. Only for definitions in code. */
  readonly signs?: () => Promise<AcpSigns>
  /** Prefer the command line for resuming, if nothing else decides. */
  readonly resumesWorse?: true
  /** The program is part of Capstan and runs on the current Node. */
  readonly own?: true
  /** The command of another program that must run first. */
  readonly needsRunning?: readonly string[]
  /**
   * The capabilities that the recorded `initialize` response advertises, by ACP version. Capabilities missing here are
   * not supported in that version.
   */
  readonly advertised?: { readonly 1?: readonly string[]; readonly 2?: readonly string[] }
}

/** The maker of an agent and its documentation. */
export interface AgentMaker {
  readonly name: string
  /** The URL of the agent's documentation. */
  readonly documentation?: string
}

/** A package of someone else that is easily mistaken for the agent's. */
export interface Impostor {
  readonly registry: 'npm'
  readonly name: string
  /** The actual content of the package. */
  readonly is: string
}

/** The offline command that reports whether the user is logged in. */
export interface LoginCheck {
  readonly arguments: readonly string[]
  /** Patterns of the output; `^` and `$` match at lines. */
  readonly loggedIn: string
  readonly loggedOut: string
  /** The command misses some logins: a variable or a custom provider may still work. */
  readonly missesSome?: true
}

/** The expiry date of a token in a JSON file. */
export interface LoginExpiry {
  /** One of the files of the login. */
  readonly file: string
  /** The fields from the top of the file to the date, in milliseconds since 1970. */
  readonly date: readonly string[]
  /** The fields to the token that renews an expired one. */
  readonly renewal: readonly string[]
}

/** How users log in to an agent. */
export interface AgentAuth {
  readonly methods: readonly AuthMethod[]
  /** Relative to the home folder. */
  readonly files: readonly string[]
  /** Variables with credentials; passed on and never shown. */
  readonly variables: readonly string[]
  /** Secret variables that work only together with others; passed on, but no evidence of a login. */
  readonly companions?: readonly string[]
  /** Sets of variables that are a login only together. */
  readonly together?: readonly (readonly string[])[]
  /** A variable with the folder that replaces a folder of the home, such as `CODEX_HOME` for `.codex`; `.` is the home. */
  readonly moved?: { readonly variable: string; readonly folder: string }
  /** Where a file says until when its token works, and which field renews the token. */
  readonly expiry?: LoginExpiry
  /** Values of variables that the agent refuses, as a pattern, and what they are. */
  readonly refused?: { readonly pattern: string; readonly what: string }
  /** The login command. */
  readonly login?: string
  readonly check?: LoginCheck
}

/** A pattern for names in a settings file of the user. */
export interface SettingsPattern {
  /** Relative to the home folder. */
  readonly folder: string
  /** A variable that overrides the folder. */
  readonly folderVariable?: string
  readonly file: string
  /** A regular expression whose first group is the name. */
  readonly pattern: string
}

/** The facts of an agent by capability: one fact, or one per transport. */
export type DefinitionFacts = Readonly<Record<MuxFactId, DefinitionFact | TransportFacts>> &
  Readonly<Record<string, DefinitionFact | TransportFacts>>

/** Everything Capstan knows about an agent, as data. */
export interface AgentDefinition {
  readonly id: AgentName
  /** The display name. */
  readonly name: string
  readonly maker?: AgentMaker
  /** Other names of the agent. Programs and packages are found without an entry. */
  readonly aliases?: readonly string[]
  /** The agent may restart a partly streamed answer: a client that cannot retract text waits for whole messages. */
  readonly startsAgain?: true
  /** The program exits before a pipe has all its output. A script is started with synchronous output. */
  readonly cutsOutput?: true
  /** The agent has no model, which every user interface must say. */
  readonly simulated?: true
  /** Nothing is known before the agent runs: options are checked at run time, without earlier warnings. */
  readonly knownOnlyLive?: true
  /** The names of the agent's program, the default first. */
  readonly binaries: readonly [string, ...string[]]
  readonly package?: AgentPackage
  /** The version and date of the tests behind the facts; undefined if nothing was run. */
  readonly seen?: { readonly version: string; readonly at: string }
  readonly facts: DefinitionFacts
  /** The contract suite's observations, which outweigh the facts. */
  readonly observed?: ObservedFacts
  readonly install: readonly InstallMethod[]
  readonly impostors?: readonly Impostor[]
  readonly auth: AgentAuth
  /** Variables of the caller with the agent's folders and endpoints; passed on. */
  readonly variables?: readonly string[]
  /** What the agent gets of the user's home in the sandbox; without it, it may read the files of the login. */
  readonly home?: AgentHome
  /** User settings that may name more variables to pass on. */
  readonly variableFiles?: readonly SettingsPattern[]
  /** Where the user's settings name the model of a run without one. */
  readonly modelSetting?: SettingsPattern
  /** Variables to set on every transport. */
  readonly environment?: Readonly<Record<string, string>>
  readonly acp?: AcpTransport
  /** The options of a single-prompt run; undefined if unknown. */
  readonly flags?: AgentFlags
  /** How the agent enforces permission policies; undefined if not tried. A missing policy is not enforced. */
  readonly policies?: readonly PolicyMeans[]
  /** What no policy covers: programs of the working folder that start with the agent. */
  readonly folderPrograms?: readonly FolderProgram[]
  /** How the agent uses another provider; the first API is the default. Undefined if unknown. */
  readonly providers?: readonly ProviderMeans[]
  /** The provider that the user chose. */
  readonly provider?: ProviderChoice
  /** The agent's models; undefined if unknown or part of the bundled data. */
  readonly modelList?: readonly OfferedModel[]
  /** How to ask the agent for its models; undefined if unknown. */
  readonly models?: ModelQuestion
  /** How effort and budget reach the agent. Default for ACP agents: the protocol's session option. */
  readonly thinking?: readonly ThinkingControl[]
  /** How to read reported tokens and cost; undefined if never compared with a provider's counts. */
  readonly usage?: AgentUsage
  /** Reads a session's usage from the agent's own files. Only for definitions in code. */
  readonly storedUsage?: () => Promise<ReadStoredUsage>
  /** Reads the output of a single-prompt run. Only for definitions in code. */
  readonly outputReader?: () => Promise<CreateOutputReader>
  /** How to start a long-running process; undefined if unknown. */
  readonly longRunning?: LongRunningProcess
  /** Talks to the long-running process. Only for definitions in code. */
  readonly dialog?: () => Promise<CreateDialog>
  /** The sign before a path in a prompt whose file the agent adds to the prompt. */
  readonly fileSign?: string
  /** Keeps the agent from damaging a stored session when it loads the session. Only for definitions in code. */
  readonly sessionGuard?: () => Promise<SessionGuard>
}
