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
  withOrigins,
} from './profile-claims.ts'
import {
  rememberAnswer,
  type RememberedAnswer,
  rememberedAnswer,
  rememberLater,
} from './remembered-answers.ts'
import { resolveModel } from './resolve-model.ts'
import { verifiedClaims, verifiedProgram } from './verified-claims.ts'
import { verifiedStamp } from './verified-results.ts'

/** The part of an open session that a profile needs. */
export interface OpenSession {
  readonly transport: Transport
  /** The handshake; undefined on the agent's command line. */
  readonly handshake?: Handshake | undefined
  /** The settings of the session. */
  readonly options: readonly ConfigOption[]
}

/** A surface that serves an agent, and the claims it adds or removes. */
export interface Surface {
  readonly id: string
  readonly claims: readonly Claim[]
}

/** The call to compute a profile for. */
export interface ProfileQuery {
  /** A model id or alias; by default the model of the session. */
  readonly model?: string | undefined
  /** By default the better of both transports. */
  readonly transport?: Transport | undefined
  readonly session?: OpenSession | undefined
  readonly surface?: Surface | undefined
  /** The variables to start the agent with. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** The ACP version to offer, if not the newest. */
  readonly protocolVersion?: 1 | undefined
  /** The installed version of the agent, if the caller knows it. */
  readonly version?: string | undefined
}

/** The part of a query that selects the command and the handshake. */
type CommandQuery = Pick<ProfileQuery, 'env' | 'protocolVersion'>

/**
 * Computes the profiles of agents: the only place that merges the catalog, the installed version, handshakes,
 * observations, the model and the surface.
 */
export class Profiles {
  readonly adapters: AdapterRegistry
  readonly models: DetailedModelRegistry
  /** The claims of the catalog, which do not change. */
  readonly #declared = new WeakMap<AgentDefinition, readonly Claim[]>()
  readonly #handshakes = new WeakMap<object, Handshake>()
  /** By the definition, then by the model data, or by the definition again without a model. */
  readonly #resolved = new WeakMap<AgentDefinition, WeakMap<object, Map<string, CapabilityProfile>>>()
  readonly #numbers = new WeakMap<object, number>()
  #answers = 0
  /** The cached answer of the last query of an agent. */
  readonly #known = new WeakMap<AgentDefinition, { key: string; answer: RememberedAnswer }>()
  /** Answers that were cached, with the keys of their commands. */
  readonly #learned = new WeakMap<object, Set<string>>()
  /** Programs whose version was read, with their file stamps: some report none. */
  readonly #asked = new Set<string>()

  constructor({ adapters, models }: { adapters: AdapterRegistry; models: DetailedModelRegistry }) {
    this.adapters = adapters
    this.models = models
  }

  /** The profile of an agent. May start the program once, to read its version. */
  async profile(agent: string, query: ProfileQuery = {}): Promise<CapabilityProfile> {
    const { definition } = this.adapters.get(agent)
    if (query.version === undefined) await this.#askVersion(definition)
    return this.known(agent, query)
  }

  /** The same from cached data; starts nothing. */
  known(agent: string, query: ProfileQuery = {}): CapabilityProfile {
    const { definition } = this.adapters.get(agent)
    return this.resolve(definition, { ...query, details: this.#modelOf(definition, query) })
  }

  /** The same with a resolved model. */
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
    // The catalog's version is the tested one, not the installed one.
    const isInstalled = version !== undefined || found?.installed === true
    const build = (): CapabilityProfile =>
      createProfile(
        subject,
        withOrigins(
          [
            ...this.#declaredClaims(definition).filter(({ id }) => id !== 'identity.version' || !isInstalled),
            ...installedClaims(definition, version),
            ...(advertised === undefined ? [] : advertisedClaims(definition, subject, advertised)),
            ...verifiedClaims(definition, () => verifiedProgram(definition, found, version)),
            ...(details === null ? [] : modelClaims(details)),
            ...(surface?.claims ?? []).map(ofSurface),
          ],
          subject,
        ),
      )
    if (surface !== undefined) return build()
    const answer = this.#numberOf(advertised?.handshake)
    const verified = verifiedStamp(definition.id)
    const key = JSON.stringify([
      subject,
      isInstalled,
      advertised?.at,
      answer,
      verified,
      found?.bridge?.version,
    ])
    return this.#once(definition, { details, key }, build)
  }

  /** Calls `learn` after the caller's next requests, to not delay them, or before the next query. */
  learnLater(definition: AgentDefinition, handshake: Handshake, query: CommandQuery): void {
    rememberLater(() => this.learn(definition, handshake, query))
  }

  /** Caches an agent's answer for later queries about the same command. */
  learn(definition: AgentDefinition, { answer }: Handshake, query: CommandQuery): void {
    // Every run brings the same answer; comparing it is faster than finding the command again.
    const known = this.#known.get(definition)
    const isKnown = JSON.stringify(known?.answer.initialize) === JSON.stringify(answer)
    if (known?.key === commandKey(query) && isKnown) return
    // Only the first answer in a process has to be written.
    const asked = JSON.stringify([definition.id, query])
    const learned = this.#learned.get(answer) ?? new Set<string>()
    if (learned.has(asked)) return
    this.#learned.set(answer, learned.add(asked))
    const command = commandOf(definition, detectionOf(definition), query)
    const at = new Date().toISOString()
    if (command !== undefined) rememberAnswer(command, { at, initialize: answer })
  }

  /** The last answer of the same command. */
  remembered(definition: AgentDefinition, query: CommandQuery = {}): Advertised | undefined {
    return this.#remembered(definition, detectionOf(definition), query)
  }

  /** Whether the agent is installed and its version has not been read yet. */
  hasUnknownVersion(definition: AgentDefinition): boolean {
    const found = detectionOf(definition)
    return found?.installed === true && found.version === undefined
  }

  /** The transport whose program is not installed, if the other transport's program is. */
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

  /** A number per answer, for use in cache keys. */
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

  /** Caches a profile by its query and evidence. */
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

/** The maximum number of cached profiles per model. */
const mostProfiles = 16

/** The installed program; undefined for agents that are known only by their handshake. */
function detectionOf(definition: AgentDefinition): Detection | undefined {
  return definition.knownOnlyLive ? undefined : detectKnown(definition)
}

/** Whether the version is known: from the package, or read from the unchanged program. */
function commandOf(
  definition: AgentDefinition,
  found: Detection | undefined,
  { env, protocolVersion }: CommandQuery,
): AgentCommand | undefined {
  const version = [found?.versionFrom === 'package' ? found.version : '', found?.bridge?.version].join(' ')
  return agentCommand(definition, { env, protocolVersion, version, found })
}
