import { Handshake } from '../../acp/handshake.ts'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { definitionClaims } from '../../agents/facts/definition-profile.ts'
import { type Detection, detectKnown } from '../../agents/detect/detect.ts'
import { fileStamp } from '../../agents/detect/stamped-cache.ts'
import type { AdapterRegistry } from '../../agents/registry.ts'
import { transportsOf } from '../../agents/definition/transports.ts'
import type { Transport } from '../../capabilities/evidence.ts'
import {
  type CapabilityProfile,
  type Claim,
  createProfile,
  type ProfileSubject,
} from '../../capabilities/profile.ts'
import { frozenCopy } from '../../capabilities/frozen-copy.ts'
import type { ConfigOption } from '../../events/config-option.ts'
import type { ModelDetails } from '../../models/model-details.ts'
import { modelClaims } from '../../models/model-profile.ts'
import type { DetailedModelRegistry } from '../../models/registry.ts'
import { type AgentCommand, agentCommand } from './agent-command.ts'
import {
  type Advertised,
  advertisedClaims,
  hasOwnVersion,
  installedClaims,
  ofSurface,
} from './profile-claims.ts'
import { rememberAnswer, type RememberedAnswer, rememberedAnswer } from './remembered-answers.ts'
import { resolveModel } from './resolve-model.ts'

/** An open session, as far as it says what its agent can do. */
export interface OpenSession {
  readonly transport: Transport
  /** What the agent advertised; an agent on its command line advertises nothing. */
  readonly handshake?: Handshake | undefined
  /** What is set in it. */
  readonly options: readonly ConfigOption[]
}

/** What serves an agent, and what it adds or cannot carry. */
export interface Surface {
  readonly id: string
  readonly claims: readonly Claim[]
}

/** The call that a profile is asked for. */
export interface ProfileQuery {
  /** An id or an alias; without it the model that the session has set. */
  readonly model?: string | undefined
  /** The better of both where this is left out. */
  readonly transport?: Transport | undefined
  readonly session?: OpenSession | undefined
  readonly surface?: Surface | undefined
  /** Variables that the agent would be started with. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** The version of ACP that will be offered to the agent, where that is not the newest. */
  readonly protocolVersion?: 1 | undefined
  /** The installed version of the agent, where the caller knows it. */
  readonly version?: string | undefined
}

/** What decides which command starts an agent, and how it is greeted. */
type CommandQuery = Pick<ProfileQuery, 'env' | 'protocolVersion'>

/**
 * What is known of agents: the only place where the catalogue, the installed version, handshakes, observations, the
 * model and the serving surface come together.
 */
export class Profiles {
  readonly adapters: AdapterRegistry
  readonly models: DetailedModelRegistry
  /** What the catalogue says does not change. */
  readonly #declared = new WeakMap<AgentDefinition, readonly Claim[]>()
  readonly #handshakes = new WeakMap<object, Handshake>()
  /** By the definition, then by the data of the model or the definition itself where there is none. */
  readonly #resolved = new WeakMap<AgentDefinition, WeakMap<object, Map<string, CapabilityProfile>>>()
  readonly #numbers = new WeakMap<object, number>()
  #answers = 0
  /** What was remembered when an agent was last asked about. */
  readonly #known = new WeakMap<AgentDefinition, { key: string; answer: RememberedAnswer }>()
  /** Answers that were learned, with the questions they came to. */
  readonly #learned = new WeakMap<object, Set<string>>()
  /** Programs that were asked for their version, as they stood then: some have none to tell. */
  readonly #asked = new Set<string>()

  constructor({ adapters, models }: { adapters: AdapterRegistry; models: DetailedModelRegistry }) {
    this.adapters = adapters
    this.models = models
  }

  /** The profile of an agent in one call. Starts a program at most to ask for its version, and that once. */
  async profile(agent: string, query: ProfileQuery = {}): Promise<CapabilityProfile> {
    const { definition } = this.adapters.get(agent)
    if (query.version === undefined) await this.#askVersion(definition)
    return this.known(agent, query)
  }

  /** The same from what is known on this machine already: nothing is started. */
  known(agent: string, query: ProfileQuery = {}): CapabilityProfile {
    const { definition } = this.adapters.get(agent)
    return this.resolve(definition, { ...query, details: this.#modelOf(definition, query) })
  }

  /** The same with a model that is resolved already. */
  resolve(
    definition: AgentDefinition,
    { details, session, surface, ...query }: ProfileQuery & { details: ModelDetails | null },
  ): CapabilityProfile {
    const found = detectionOf(definition)
    const advertised =
      session === undefined
        ? this.#remembered(definition, found, query)
        : session.handshake && { handshake: session.handshake }
    const own = hasOwnVersion(definition) ? advertised?.handshake.version : undefined
    const version = own ?? query.version ?? found?.version
    const [only, another] = transportsOf(definition)
    const transport = session?.transport ?? query.transport ?? (another === undefined ? only : undefined)
    const protocolVersion =
      query.protocolVersion ?? advertised?.handshake.protocolVersion ?? definition.acp?.protocolVersion
    const subject: ProfileSubject = {
      kind: 'agent',
      id: definition.id,
      ...(version === undefined ? {} : { version }),
      ...(details === null ? {} : { model: details.capabilities.modelId }),
      ...(transport === undefined ? {} : { transport }),
      ...(protocolVersion === undefined || transport === 'cli' ? {} : { protocolVersion }),
      ...(surface === undefined ? {} : { surface: surface.id }),
    }
    // The catalogue was seen with a version of its own, which says nothing of one that is installed.
    const isInstalled = version !== undefined || found?.installed === true
    const build = (): CapabilityProfile =>
      createProfile(subject, [
        ...this.#declaredClaims(definition).filter(({ id }) => id !== 'identity.version' || !isInstalled),
        ...installedClaims(definition, version),
        ...(advertised === undefined ? [] : advertisedClaims(definition, subject, advertised)),
        ...(details === null ? [] : modelClaims(details)),
        ...(surface?.claims ?? []).map(ofSurface),
      ])
    if (surface !== undefined) return build()
    const key = JSON.stringify([subject, isInstalled, advertised?.at, this.#numberOf(advertised?.handshake)])
    return this.#once(definition, { details, key }, build)
  }

  /** The same after the requests that the caller is about to send: the agent would wait for them. */
  learnLater(definition: AgentDefinition, handshake: Handshake, query: CommandQuery): void {
    setImmediate(() => {
      try {
        this.learn(definition, handshake, query)
      } catch {
        // What cannot be remembered is asked for again, by the next start.
      }
    })
  }

  /** Keeps what an agent answered, for every later question about the same command. */
  learn(definition: AgentDefinition, { answer }: Handshake, query: CommandQuery): void {
    // The same answer comes with every run, and looking the command up again takes longer than comparing.
    const known = this.#known.get(definition)
    const isKnown = JSON.stringify(known?.answer.initialize) === JSON.stringify(answer)
    if (known?.key === commandKey(query) && isKnown) return
    // Only the first of a process has to be written down.
    const asked = JSON.stringify([definition.id, query])
    const learned = this.#learned.get(answer) ?? new Set<string>()
    if (learned.has(asked)) return
    this.#learned.set(answer, learned.add(asked))
    const command = commandOf(definition, detectionOf(definition), query)
    const at = new Date().toISOString()
    if (command !== undefined) rememberAnswer(command, { at, initialize: answer })
  }

  /** What the same command answered last. */
  remembered(definition: AgentDefinition, query: CommandQuery = {}): Advertised | undefined {
    return this.#remembered(definition, detectionOf(definition), query)
  }

  /** Whether the agent is installed and its version has not been asked for yet. */
  hasUnknownVersion(definition: AgentDefinition): boolean {
    const found = detectionOf(definition)
    return found?.installed === true && found.version === undefined
  }

  /** The transport whose program is not on this machine, while that of the other is. */
  missingTransport(definition: AgentDefinition): Transport | undefined {
    const found = definition.acp?.bridge === undefined ? undefined : detectionOf(definition)
    const hasBridge = found?.bridge?.installed === true
    if (found === undefined || found.installed === hasBridge) return undefined
    return hasBridge ? 'cli' : 'acp'
  }

  async #askVersion(definition: AgentDefinition): Promise<void> {
    const found = detectionOf(definition)
    if (found?.path === undefined || found.version !== undefined) return
    const program = `${found.path} ${fileStamp([found.path])}`
    if (this.#asked.has(program)) return
    this.#asked.add(program)
    await this.adapters.detect(definition.id)
  }

  #modelOf(definition: AgentDefinition, { model, session }: ProfileQuery): ModelDetails | null {
    if (model !== undefined) return resolveModel(this.models, definition, { model })
    const option = session?.options.find(({ category }) => category === 'model')
    const current = option?.type === 'select' ? option.currentValue : undefined
    return current === undefined ? null : this.models.details(definition.id, current)
  }

  /** The same answer has the same number, so that it need not be compared. */
  #numberOf(handshake: Handshake | undefined): number {
    if (handshake === undefined) return 0
    const number = this.#numbers.get(handshake.answer) ?? ++this.#answers
    this.#numbers.set(handshake.answer, number)
    return number
  }

  #declaredClaims(definition: AgentDefinition): readonly Claim[] {
    const known = this.#declared.get(definition)
    if (known !== undefined) return known
    const claims = definitionClaims(definition).map(({ id, evidence }) => ({
      id,
      evidence: frozenCopy(evidence),
    }))
    this.#declared.set(definition, claims)
    return claims
  }

  #remembered(
    definition: AgentDefinition,
    found: Detection | undefined,
    query: CommandQuery,
  ): Advertised | undefined {
    const command = commandOf(definition, found, query)
    const answer = command === undefined ? undefined : rememberedAnswer(command)
    this.#known.delete(definition)
    if (answer === undefined) return undefined
    this.#known.set(definition, { key: commandKey(query), answer })
    const handshake = this.#handshakes.get(answer) ?? new Handshake(definition.id, answer.initialize)
    this.#handshakes.set(answer, handshake)
    return { handshake, at: answer.at }
  }

  /** The same question with the same evidence has the same answer. */
  #once(
    definition: AgentDefinition,
    { details, key }: { details: ModelDetails | null; key: string },
    build: () => CapabilityProfile,
  ): CapabilityProfile {
    const byModel = this.#resolved.get(definition) ?? new WeakMap<object, Map<string, CapabilityProfile>>()
    this.#resolved.set(definition, byModel)
    const profiles = byModel.get(details ?? definition) ?? new Map<string, CapabilityProfile>()
    byModel.set(details ?? definition, profiles)
    const profile = profiles.get(key) ?? build()
    if (profiles.size >= mostProfiles) profiles.clear()
    profiles.set(key, profile)
    return profile
  }
}

function commandKey({ env, protocolVersion }: CommandQuery): string {
  return JSON.stringify([env, protocolVersion])
}

/** How many answers about one model are kept: transports, versions and handshakes are few. */
const mostProfiles = 16

/** What is on this machine; nothing is looked for where only the agent can say who it is. */
function detectionOf(definition: AgentDefinition): Detection | undefined {
  return definition.knownOnlyLive ? undefined : detectKnown(definition)
}

/** A package says its version; what a program says of itself changes only with the program. */
function commandOf(
  definition: AgentDefinition,
  found: Detection | undefined,
  { env, protocolVersion }: CommandQuery,
): AgentCommand | undefined {
  const version = [found?.versionFrom === 'package' ? found.version : '', found?.bridge?.version].join(' ')
  return agentCommand(definition, { env, protocolVersion, version, found })
}
