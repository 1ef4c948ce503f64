import type { AgentName, AuthMethod, InstallMethod } from '../../capabilities/ecosystems/mux/types.ts'
import type { DefinitionFact, MuxFactId, TransportFacts } from './definition-fact.ts'
import type { AgentFlags } from './definition-flags.ts'
import type { LongRunningProcess } from './definition-long-running.ts'
import type { OfferedModel } from './definition-model-list.ts'
import type { ModelQuestion } from './definition-models.ts'
import type { ObservedFacts } from './definition-observed.ts'
import type { PolicyMeans } from './definition-policies.ts'
import type { ProviderChoice, ProviderMeans } from './definition-provider.ts'
import type { ThinkingControl } from './definition-thinking.ts'
import type { AgentUsage } from './definition-usage.ts'
import type { CreateOutputReader } from '../command-line/output-reader.ts'
import type { CreateDialog } from '../command-line/dialog.ts'
import type { AcpSigns } from '../command-line/provider-sign.ts'
import type { SessionGuard } from '../command-line/session-guard.ts'
import type { ReadStoredUsage } from '../command-line/stored-usage.ts'

/** An npm package that brings an agent, or the bridge that makes it speak ACP. */
export interface AgentPackage {
  readonly name: string
  /** The exact version everything here was seen with: what is installed unless somebody asks for another. */
  readonly version: string
  /** The program it brings. */
  readonly binary: string
  /** The Node versions it wants, as in its `engines`; npm on another Node quietly picks an older release. */
  readonly node?: string
  /** The Bun versions it wants on the PATH, where it runs on Bun. */
  readonly bun?: string
  /** Its install scripts must run: without them there is no program, only a stand-in. */
  readonly installScripts?: true
  /**
   * The native program that its own only wraps badly, from the `node_modules` it is installed in, with `{platform}` and
   * `{arch}` as Node names them. It is started instead, where it is there.
   */
  readonly native?: string
  /**
   * Its program is a bundle that holds all its dependencies except these, each as `name@version`. This version is
   * installed without the others, which not every registry has.
   */
  readonly bundledExcept?: readonly string[]
}

/** How an agent is started so that it speaks ACP on its stdin and stdout. */
export interface AcpTransport {
  /** The program, which is the agent's own or a bridge's. */
  readonly binary: string
  readonly arguments: readonly string[]
  /** The version of ACP it answers with when both are offered. */
  readonly protocolVersion?: 1 | 2
  /** The package that brings the bridge, where the agent does not speak ACP itself. */
  readonly bridge?: AgentPackage
  /** Variables it needs to behave when it is not used by a person. */
  readonly environment?: Readonly<Record<string, string>>
  /** Variables of the caller that make it fail; they are not passed on. */
  readonly unset?: readonly string[]
  /** The variable that tells a bridge where the agent's own program is; without it, the bridge looks itself. */
  readonly programVariable?: string
  /** It reads a file before it creates one and fails on any error: a missing file has to be an empty one. */
  readonly missingFileIsEmpty?: true
  /** What it wants run in a terminal is a line for a shell, where the protocol has a program and its words. */
  readonly terminalLines?: true
  /** Words that choose the model when it is started, with `{value}` in them, where a session cannot. */
  readonly modelArguments?: readonly string[]
  /** Vendor metadata that chooses the model when a session opens, with `{value}` in it, where its list is too short. */
  readonly modelMeta?: Readonly<Record<string, unknown>>
  /** Vendor metadata that sets an option when a session opens, by category, with `{value}` in it: some sessions lack the option. */
  readonly optionMeta?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** A variable with JSON that chooses the model when it is started, with `{value}` in it. */
  readonly modelVariable?: { readonly name: string; readonly content: Readonly<Record<string, unknown>> }
  /** Prompts that set what it has no option for, by category, with `{value}` in them. */
  readonly optionPrompts?: Readonly<Record<string, string>>
  /** The form by which it asks for permissions where it makes no permission request: a pattern of its message, and its values. */
  readonly approvalForm?: {
    readonly message: string
    readonly field: string
    readonly approve: string
    readonly deny: string
  }
  /** A turn that ends without a word hides a failure of its provider. */
  readonly silentTurnIsFailure?: true
  /** It can be steered in this version of ACP and not in the newer one. */
  readonly steersInVersion?: 1
  /** Patterns of what its provider refused, which it tells as the last piece of text of a turn that ends well. */
  readonly errorTexts?: readonly string[]
  /** It puts the MCP servers it is given on the command line of another program, where everybody can read them. */
  readonly showsMcpServers?: true
  /** Patterns of pieces of text that say it asks its provider again, with the groups `attempt` and `most` where it counts. */
  readonly retryTexts?: readonly string[]
  /** Patterns of pieces of text that are no part of the answer and say nothing more. */
  readonly asideTexts?: readonly string[]
  /** Vendor data that every session is opened with, so that it reports more. */
  readonly sessionMeta?: Readonly<Record<string, unknown>>
  /** What it shows of its provider in a form of its own. Only a definition in code has it. */
  readonly signs?: () => Promise<AcpSigns>
  /** Its command line is the safer transport to resume a session; chosen where nothing else decides. */
  readonly resumesWorse?: true
  /** The program is one of Capstan's own, and is started with the running Node. */
  readonly own?: true
  /** Another program of the agent that must be running first, as the words that start it. */
  readonly needsRunning?: readonly string[]
  /**
   * The capabilities that its recorded answer to `initialize` advertises, by version of ACP. What such an answer could
   * advertise and this list leaves out is not supported in that version.
   */
  readonly advertised?: { readonly 1?: readonly string[]; readonly 2?: readonly string[] }
}

/** Who makes an agent, and where it is documented. */
export interface AgentMaker {
  readonly name: string
  /** The address of the agent's documentation. */
  readonly documentation?: string
}

/** A name that somebody else holds and that is easily taken for the agent's. */
export interface Impostor {
  readonly registry: 'npm'
  readonly name: string
  /** What it really is. */
  readonly is: string
}

/** The command by which an agent's program says, without a network, whether somebody is logged in. */
export interface LoginCheck {
  readonly arguments: readonly string[]
  /** Patterns of what it prints; `^` and `$` match at lines. */
  readonly loggedIn: string
  readonly loggedOut: string
  /** It does not see every login: without one it finds, a variable or a provider of the user's own may still work. */
  readonly missesSome?: true
}

/** How a user is logged in to an agent. */
export interface AgentAuth {
  readonly methods: readonly AuthMethod[]
  /** Relative to the home folder. */
  readonly files: readonly string[]
  /** Variables that hold a credential; they are passed on and never shown. */
  readonly variables: readonly string[]
  /** Secret variables that log in only together with others; they are passed on, and are no sign of a login. */
  readonly companions?: readonly string[]
  /** What a user types to log in. */
  readonly login?: string
  readonly check?: LoginCheck
}

/** A settings file of the user in which variables are named. */
export interface VariableFile {
  /** Relative to the home folder. */
  readonly folder: string
  /** The variable that names another folder instead. */
  readonly folderVariable?: string
  readonly file: string
  /** A regular expression whose first group is the name of a variable. */
  readonly pattern: string
}

/** What is known of an agent by capability: one fact, or one for each transport. */
export type DefinitionFacts = Readonly<Record<MuxFactId, DefinitionFact | TransportFacts>> &
  Readonly<Record<string, DefinitionFact | TransportFacts>>

/** Everything Capstan knows about one agent, as data. It never starts anything. */
export interface AgentDefinition {
  readonly id: AgentName
  /** The name people know it by. */
  readonly name: string
  readonly maker?: AgentMaker
  /** Other names people type for it. Its programs and packages need no entry: they are found too. */
  readonly aliases?: readonly string[]
  /** It may start an answer again of which it streamed a part: who cannot take words back waits for whole messages. */
  readonly startsAgain?: true
  /** Its command line exits before a pipe has all it printed. Where it is a script, Node is started to print at once. */
  readonly cutsOutput?: true
  /** There is no model behind it; said wherever a person sees it. */
  readonly simulated?: true
  /** Nothing is known of it before it is started: what it says then is judged then, and nothing is warned of before. */
  readonly knownOnlyLive?: true
  /** Its program, under every name it goes by; the first is the usual one. */
  readonly binaries: readonly [string, ...string[]]
  readonly package?: AgentPackage
  /** The version the facts were seen with, and the day; left out where nothing could be run. */
  readonly seen?: { readonly version: string; readonly at: string }
  readonly facts: DefinitionFacts
  /** What the contract suite saw it do; weighs more than what the facts say. */
  readonly observed?: ObservedFacts
  readonly install: readonly InstallMethod[]
  readonly impostors?: readonly Impostor[]
  readonly auth: AgentAuth
  /** Variables of the caller that say where it keeps its things and whom it talks to; they are passed on. */
  readonly variables?: readonly string[]
  /** What it keeps below the home folder, for a sandbox to leave to it; a name that ends with a slash is a folder. */
  readonly keeps?: readonly string[]
  /** Settings of the user that may name more variables, which are passed on. */
  readonly variableFiles?: readonly VariableFile[]
  /** Variables that are set for it on every transport. */
  readonly environment?: Readonly<Record<string, string>>
  readonly acp?: AcpTransport
  /** What a headless run can be told; left out when nothing is known of one. */
  readonly flags?: AgentFlags
  /** How it enforces permission policies; left out when nothing was tried. A policy that is not in it is not enforced. */
  readonly policies?: readonly PolicyMeans[]
  /** How it is pointed at another provider; the first API is the default. Left out when no way is known. */
  readonly providers?: readonly ProviderMeans[]
  /** The provider that the user chose for it. */
  readonly provider?: ProviderChoice
  /** The models it offers; left out when they are not known, or come with the bundled data. */
  readonly modelList?: readonly OfferedModel[]
  /** How it is asked for its models; left out when there is no way we know of. */
  readonly models?: ModelQuestion
  /** How effort and budget reach it. Left out or empty, an agent that speaks ACP gets effort as the protocol has it. */
  readonly thinking?: readonly ThinkingControl[]
  /** How its counts of tokens and its cost are read; left out when they were never compared with a provider's. */
  readonly usage?: AgentUsage
  /** Reads what a session has used from the agent's own files. Only a definition in code has one. */
  readonly storedUsage?: () => Promise<ReadStoredUsage>
  /** The small translator of an agent: reads what it prints when it runs one prompt. Only a definition in code has one. */
  readonly outputReader?: () => Promise<CreateOutputReader>
  /** How it is started on its command line to take many turns; left out when nothing is known of such a form. */
  readonly longRunning?: LongRunningProcess
  /** Speaks with it in that form. Only a definition in code has one. */
  readonly dialog?: () => Promise<CreateDialog>
  /** Keeps it from damaging a stored session that it is given again. Only a definition in code has one. */
  readonly sessionGuard?: () => Promise<SessionGuard>
}
