import type { AgentName, AuthMethod, InstallMethod } from '../capabilities/ecosystems/mux/types.ts'
import type { DefinitionFact, MuxFactId, TransportFacts } from './definition-fact.ts'
import type { AgentFlags } from './definition-flags.ts'
import type { LiveTransport } from './definition-live.ts'
import type { OfferedModel } from './definition-model-list.ts'
import type { ModelQuestion } from './definition-models.ts'
import type { ObservedFacts } from './definition-observed.ts'
import type { ProviderChoice, ProviderMeans } from './definition-provider.ts'
import type { ThinkingControl } from './definition-thinking.ts'
import type { CreateHeadlessReader } from './headless-events.ts'
import type { CreateLiveDialog } from './live-dialog.ts'

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
  /** Prompts that set what it has no option for, by category, with `{value}` in them. */
  readonly optionPrompts?: Readonly<Record<string, string>>
  /** The token counts at the end of a turn are those of the whole session so far. */
  readonly countsWholeSession?: true
  /** A turn that ends without a word hides a failure of its provider. */
  readonly silentTurnIsFailure?: true
  /** It can be steered in this version of ACP and not in the newer one. */
  readonly steersInVersion?: 1
  /** Patterns of what its provider refused, which it tells as the last piece of text of a turn that ends well. */
  readonly errorTexts?: readonly string[]
  /** The mode in which it asks before it acts; it is set unless everything is allowed. */
  readonly askingMode?: string
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

/** How a user is logged in to an agent. */
export interface AgentAuth {
  readonly methods: readonly AuthMethod[]
  /** Relative to the home folder. */
  readonly files: readonly string[]
  /** Variables that hold a credential; they are passed on and never shown. */
  readonly variables: readonly string[]
  /** What a user types to log in. */
  readonly login?: string
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
  readonly acp?: AcpTransport
  /** What a headless run can be told; left out when nothing is known of one. */
  readonly flags?: AgentFlags
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
  /** The small translator of an agent: reads what it prints when it runs one prompt. Only a definition in code has one. */
  readonly headlessReader?: () => Promise<CreateHeadlessReader>
  /** How it is started on its command line to take many turns; left out when nothing is known of such a form. */
  readonly live?: LiveTransport
  /** Speaks with it in that form. Only a definition in code has one. */
  readonly liveDialog?: () => Promise<CreateLiveDialog>
}
