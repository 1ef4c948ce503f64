import { Handshake } from '../acp/handshake.ts'
import type { AgentDefinition } from '../agents/definition.ts'
import { definitionProfile } from '../agents/definition-profile.ts'
import { detectKnown } from '../agents/detect.ts'
import type { AdapterRegistry } from '../agents/registry.ts'
import { transportsOf } from '../agents/transports.ts'
import { toProfile } from '../capabilities/ecosystems/acp/profile.ts'
import { baseline, type Evidence, omitted, type Transport } from '../capabilities/evidence.ts'
import {
  type CapabilityProfile,
  type Claim,
  claimsOf,
  createProfile,
  type ProfileSubject,
  supportOf,
} from '../capabilities/profile.ts'
import type { ConfigOption } from '../events/config-option.ts'
import type { ModelDetails } from '../models/model-details.ts'
import { modelClaims } from '../models/model-profile.ts'
import type { DetailedModelRegistry } from '../models/registry.ts'
import { type AgentCommandOptions, agentCommand } from './agent-command.ts'
import { rememberAnswer, rememberedAnswer } from './remembered-answers.ts'
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

/** An answer of the agent, now or remembered. */
interface Advertised {
  readonly handshake: Handshake
  readonly at?: string
}

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
  readonly #resolved = new WeakMap<AgentDefinition, Map<string, CapabilityProfile>>()

  constructor({ adapters, models }: { adapters: AdapterRegistry; models: DetailedModelRegistry }) {
    this.adapters = adapters
    this.models = models
  }

  /** The profile of an agent in one call. Starts a program at most to ask for its version, and that once. */
  async profile(agent: string, query: ProfileQuery = {}): Promise<CapabilityProfile> {
    const { definition } = this.adapters.get(agent)
    const known = this.#versionOf(definition, query)
    if (known !== undefined || definition.knownOnlyLive) return this.known(agent, query)
    const { version } = await this.adapters.detect(agent)
    return this.known(agent, { ...query, version })
  }

  /** The same from what is known on this machine already: nothing is started. */
  known(agent: string, query: ProfileQuery = {}): CapabilityProfile {
    const { definition } = this.adapters.get(agent)
    const model = this.#modelOf(definition, query)
    return this.resolve(definition, { ...query, details: model })
  }

  /** The same with a model that is resolved already. */
  resolve(
    definition: AgentDefinition,
    { details, session, surface, ...query }: ProfileQuery & { details: ModelDetails | null },
  ): CapabilityProfile {
    const installed = this.#versionOf(definition, query)
    const said = this.#advertised(definition, { ...query, session, version: installed })
    const version = (hasOwnVersion(definition) ? said?.handshake.version : undefined) ?? installed
    const [only, another] = transportsOf(definition)
    // The catalogue knows the version that it was seen with, which is not that of another installation.
    const isInstalled = version !== undefined || this.hasUnknownVersion(definition)
    const transport = session?.transport ?? query.transport ?? (another === undefined ? only : undefined)
    const protocolVersion =
      query.protocolVersion ?? said?.handshake.protocolVersion ?? definition.acp?.protocolVersion
    const subject: ProfileSubject = {
      kind: 'agent',
      id: definition.id,
      ...(version === undefined ? {} : { version }),
      ...(details === null ? {} : { model: details.capabilities.modelId }),
      ...(transport === undefined ? {} : { transport }),
      ...(protocolVersion === undefined || transport === 'cli' ? {} : { protocolVersion }),
      ...(surface === undefined ? {} : { surface: surface.id }),
    }
    const build = (): CapabilityProfile =>
      createProfile(subject, [
        ...this.#declaredClaims(definition).filter(
          (claim) => claim.id !== 'identity.version' || !isInstalled,
        ),
        ...installedClaims(definition, version),
        ...(said === undefined ? [] : advertisedClaims(definition, subject, said)),
        ...(details === null ? [] : modelClaims(details)),
        ...(surface?.claims ?? []).map(ofSurface),
      ])
    if (surface !== undefined) return build()
    return this.#remembered(definition, { subject, said, details }, build)
  }

  /** Keeps what an agent answered, for every later question about the same command. */
  learn(
    definition: AgentDefinition,
    handshake: Handshake,
    options: Pick<AgentCommandOptions, 'env'>,
  ): string {
    const at = new Date().toISOString()
    const command = agentCommand(definition, { ...options, version: this.#versionOf(definition, {}) })
    if (command !== undefined) rememberAnswer(command, { at, initialize: handshake.answer })
    return at
  }

  /** What the same command answered last. */
  remembered(definition: AgentDefinition, { env }: Pick<ProfileQuery, 'env'> = {}): Advertised | undefined {
    return this.#advertised(definition, { env, version: this.#versionOf(definition, {}) })
  }

  /** Whether the agent is installed and its version has not been asked for yet. */
  hasUnknownVersion(definition: AgentDefinition): boolean {
    const { installed, version } = detectKnown(definition)
    return installed && version === undefined
  }

  #modelOf(definition: AgentDefinition, { model, session }: ProfileQuery): ModelDetails | null {
    if (model !== undefined) return resolveModel(this.models, definition, { model })
    const option = session?.options.find(({ category }) => category === 'model')
    const current = option?.type === 'select' ? option.currentValue : undefined
    if (current === undefined) return null
    return this.models.details(definition.id, current)
  }

  #versionOf(definition: AgentDefinition, { version }: ProfileQuery): string | undefined {
    if (version !== undefined || definition.knownOnlyLive) return version
    return detectKnown(definition).version
  }

  #declaredClaims(definition: AgentDefinition): readonly Claim[] {
    const known = this.#declared.get(definition)
    if (known !== undefined) return known
    const claims = claimsOf(definitionProfile(definition))
    this.#declared.set(definition, claims)
    return claims
  }

  #advertised(
    definition: AgentDefinition,
    { session, env, version }: Pick<ProfileQuery, 'session' | 'env' | 'version'>,
  ): Advertised | undefined {
    if (session !== undefined) return session.handshake && { handshake: session.handshake }
    const command = agentCommand(definition, { env, version })
    const answer = command === undefined ? undefined : rememberedAnswer(command)
    if (answer === undefined) return undefined
    const handshake = this.#handshakes.get(answer) ?? new Handshake(definition.id, answer.initialize)
    this.#handshakes.set(answer, handshake)
    return { handshake, at: answer.at }
  }

  /** The same question with the same evidence has the same answer. */
  #remembered(
    definition: AgentDefinition,
    evidence: { subject: ProfileSubject; said: Advertised | undefined; details: ModelDetails | null },
    build: () => CapabilityProfile,
  ): CapabilityProfile {
    const { subject, said, details } = evidence
    const profiles = this.#resolved.get(definition) ?? new Map<string, CapabilityProfile>()
    this.#resolved.set(definition, profiles)
    const key = JSON.stringify([subject, said?.at, said?.handshake.answer, details?.capabilities.lastUpdated])
    const profile = profiles.get(key) ?? build()
    if (profiles.size >= mostProfiles) profiles.clear()
    profiles.set(key, profile)
    return profile
  }
}

/** A program asks about a few models of an agent over and over; a page may ask about all of them once. */
const mostProfiles = 64

/** A bridge answers with its own name and version. */
function hasOwnVersion({ acp }: AgentDefinition): boolean {
  return acp?.bridge === undefined
}

/** An agent goes by the name of its definition, unless that is only the name of its program. */
function isOwnIdentity(definition: AgentDefinition, id: string): boolean {
  return hasOwnVersion(definition) && (id === 'identity.version' || definition.knownOnlyLive === true)
}

function installedClaims({ knownOnlyLive }: AgentDefinition, version: string | undefined): Claim[] {
  if (version === undefined || knownOnlyLive) return []
  const evidence = { source: 'observed', support: 'supported', value: version, origin: 'installed' } as const
  return [{ id: 'identity.version', evidence }]
}

/** What the agent said holds over ACP, for the agent as it is installed. */
function advertisedClaims(
  definition: AgentDefinition,
  subject: ProfileSubject,
  { handshake, at }: Advertised,
): Claim[] {
  const { protocolVersion } = handshake
  const { version } = subject
  const profile = toProfile(handshake.answer, {
    subject: { kind: 'agent', id: definition.id, ...(version === undefined ? {} : { version }) },
    ...(at === undefined ? {} : { at }),
  })
  return (
    [...claimsOf(profile), ...steeringClaims(profile)]
      .filter(({ id }) => !id.startsWith('identity.') || isOwnIdentity(definition, id))
      // ACP promises servers on stdio for every agent and lets none deny it: that is no news about a known one.
      .filter(({ id, evidence }) => !isPromise(id, evidence) || definition.facts[id] === undefined)
      .map(({ id, evidence }) => ({
        id,
        evidence: {
          ...evidence,
          ...modesOf(id, evidence, handshake),
          scope: { transport: 'acp', protocolVersion },
        },
      }))
  )
}

/** ACP writes the modes of a system prompt as an object; an agent that takes one at all lets it stand after its own. */
function modesOf(
  id: string,
  { support }: Evidence,
  { overridesSystemPrompt }: Handshake,
): Pick<Evidence, 'value'> {
  if (id !== 'session.system-prompt' || support !== 'supported') return {}
  return { value: ['append', ...(overridesSystemPrompt ? ['override'] : [])] }
}

function isPromise(id: string, { detail }: Evidence): boolean {
  return id === 'mcp.stdio' && detail === baseline
}

/** Steering is an extension: an agent that does not name it in its handshake does not serve it. */
function steeringClaims(profile: CapabilityProfile): Claim[] {
  const id = 'interaction.steer'
  if (supportOf(profile, id) !== 'unknown') return []
  return [{ id, evidence: { source: 'advertised', support: 'unsupported', detail: omitted } }]
}

function ofSurface({ id, evidence }: Claim): Claim {
  return { id, evidence: { ...evidence, party: 'surface' } }
}
