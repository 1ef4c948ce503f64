import type { AgentDefinition } from '../../agents/definition/definition.ts'
import {
  bestThinkingTransport,
  thinkingTransports,
  translateThinking,
} from '../../agents/thinking/thinking.ts'
import { type ThinkingModel, thinkingModelOf } from '../../agents/thinking/thinking-model.ts'
import type { ThinkingTranslation } from '../../agents/thinking/thinking-translation.ts'
import { CapabilityError } from '../../capabilities/capability-error.ts'
import type { Transport } from '../../capabilities/evidence.ts'
import { type CapabilityProfile, supportOf, valueOf } from '../../capabilities/profile.ts'
import { requireOptions } from '../../core/check-argument.ts'
import type { ModelDetails } from '../../models/model-details.ts'
import { checkBudget } from './check-budget.ts'
import { checkCapabilities } from './check-capabilities.ts'
import { checkRunOptions } from './check-options.ts'
import { checkApprovalMode, checkPermissions } from './check-permissions.ts'
import { checkThinking, thinkingRequestOf, thinkingWarnings } from './check-thinking.ts'
import {
  betterTransport,
  chooseTransport,
  fallbackWarnings,
  type TransportQuestion,
} from './choose-transport.ts'
import { namedOptions } from '../api/named-options.ts'
import type { RunOptions } from '../api/options.ts'
import type { Profiles } from '../profiles/profiles.ts'
import { resolveModel } from '../profiles/resolve-model.ts'
import { configuredModel } from './configured-model.ts'
import { nativeSchema, needsLongRunning } from '../api/run-needs.ts'

/** The caller's knowledge about the machine. */
export interface RunContext {
  readonly platform?: NodeJS.Platform
  /** Whether the working folder is in a git repository, if known. */
  readonly isGitRepository?: boolean
  /** The agent's installed version; detected if not set. */
  readonly version?: string
  /** Whether the run belongs to a session of many prompts. */
  readonly isSession?: boolean
}

/** A validated run. */
export interface ValidatedRun {
  readonly options: RunOptions
  readonly definition: AgentDefinition
  /** Null if no model is set, or the model is unknown. */
  readonly model: ModelDetails | null
  /** Computed when it is first read, because the checks of a plain prompt do not need it; for a session at once. */
  readonly profile: CapabilityProfile
  /** The profiles, to update after the handshake. */
  readonly profiles: Profiles
  readonly transport: Transport
  /** Whether the run belongs to a session of many prompts. */
  readonly isSession: boolean
  /** Whether the agent runs as a long-running process on its command line. */
  readonly isLongRunning: boolean
  /** Whether the agent itself enforces the schema. */
  readonly keepsSchema: boolean
  readonly thinking: ThinkingTranslation
  /** Options without evidence that they work, and options that are ignored. */
  readonly warnings: readonly string[]
}

/**
 * Validates a run before anything is started. Synchronous: uses only cached data.
 * @throws ValidationError for invalid options, CapabilityError for unsupported ones.
 */
export function validateRun(given: RunOptions, profiles: Profiles, context: RunContext = {}): ValidatedRun {
  checkRunOptions(given)
  requireOptions(context, 'context')
  const options = namedOptions(given, profiles)
  const { agent } = options
  const { definition } = profiles.adapters.get(agent)
  const warnings: string[] = []
  const onWarning = (message: string): void => void warnings.push(message)
  const model =
    options.model === undefined
      ? null
      : resolveModel(profiles.models, definition, { ...options, model: options.model, onWarning })
  const used = model ?? configuredModel(options, { definition, models: profiles.models })
  const thinkingModel = used === null ? null : thinkingModelOf(used)
  const question = transportQuestion(options, { definition, model, thinkingModel, profiles, context })
  const transport = chooseTransport(question)
  warnings.push(...fallbackWarnings(transport, question))
  const profileOf = (): CapabilityProfile => question.profileOn(transport)
  const better = options.transport === undefined ? undefined : betterTransport(transport, question)
  checkThinking(options, { definition, profileOf, model: thinkingModel })
  const hasUnknownVersion = (): boolean => profiles.hasUnknownVersion(definition)
  const { models } = profiles
  const kept = checkCapabilities(options, { profileOf, warnings, better, models, hasUnknownVersion })
  checkApprovalMode(options, profileOf)
  checkMachine(definition, profileOf, context)
  const thinking = translateThinking(definition, thinkingModel, { transport, ...thinkingRequestOf(options) })
  warnings.push(...thinkingWarnings(options, { definition, profileOf, thinking }), ...notPassedOn(options))
  warnings.push(...checkBudget({ definition, options, model, profiles, transport }))
  const { isSession = false } = context
  const isLongRunning = transport === 'cli' && needsLongRunning(definition, options)
  checkPermissions(options, {
    definition,
    profileOf,
    transport,
    isSession,
    isLongRunning: isLongRunning || isSession,
    warnings,
  })
  const keepsSchema = transport === 'cli' && !isLongRunning && nativeSchema(definition, options) !== undefined
  const checked = {
    options: kept,
    definition,
    model,
    profiles,
    transport,
    isSession,
    isLongRunning,
    keepsSchema,
    thinking,
    warnings,
  }
  // A session always reads its profile. A getter would keep everything above in memory as long as the session.
  if (isSession) return { ...checked, profile: profileOf() }
  return {
    ...checked,
    get profile() {
      return profileOf()
    },
  }
}

interface QuestionParts {
  definition: AgentDefinition
  model: ModelDetails | null
  thinkingModel: ThinkingModel | null
  profiles: Profiles
  context: RunContext
}

function transportQuestion(
  options: RunOptions,
  { definition, model, thinkingModel, profiles, context }: QuestionParts,
): TransportQuestion {
  const { version, isSession = false } = context
  const protocolVersion = options.steerable ? definition.acp?.steersInVersion : undefined
  const { env } = options
  const known = new Map<Transport, CapabilityProfile>()
  const profileOn = (transport: Transport): CapabilityProfile => {
    const profile =
      known.get(transport) ??
      profiles.resolve(definition, { details: model, transport, version, protocolVersion, env })
    known.set(transport, profile)
    return profile
  }
  const request = thinkingRequestOf(options)
  const carrying = thinkingTransports(definition, thinkingModel, request)
  const best = bestThinkingTransport(definition, thinkingModel, request)
  const thinking = carrying.length > 0 || best === undefined ? carrying : [best]
  const missing = profiles.missingTransport(definition)
  return { definition, options, isSession, thinking, profileOn, missing }
}

/** Warnings for options that Capstan cannot pass to the agent. */
function notPassedOn({ agent, skills = [], plugins = [], jsonMode }: RunOptions): string[] {
  return [
    ...(skills.length > 0 ? [`Skills are not passed on: ${agent} loads them from its own folders`] : []),
    ...(plugins.length > 0 ? [`Plugins are not passed on: ${agent} loads those that are installed`] : []),
    ...(jsonMode ? ['JSON mode is not passed on: ask for JSON in the prompt, or give a schema'] : []),
  ]
}

function checkMachine(
  { id: agent, flags, facts }: AgentDefinition,
  profileOf: () => CapabilityProfile,
  { platform = process.platform, isGitRepository }: RunContext,
): void {
  // Only a definition speaks about platforms: if it lists this one, a plain prompt needs no profile.
  const declared = facts['process.platforms']
  const isDeclared = 'value' in declared && Array.isArray(declared.value) && declared.value.includes(platform)
  const platforms: readonly string[] | undefined = isDeclared
    ? undefined
    : valueOf(profileOf(), 'process.platforms')
  if (platforms !== undefined && !platforms.includes(platform)) {
    throw new CapabilityError('platform', {
      agent,
      id: 'process.platforms',
      requested: platform,
      supported: platforms,
    })
  }
  if (isGitRepository !== false || flags?.['skip-git-check'] !== undefined) return
  if (supportOf(profileOf(), 'process.git-required') !== 'supported') return
  throw new CapabilityError('gitRepository', {
    agent,
    id: 'process.git-required',
    message: `Agent '${agent}' runs only in a git repository`,
    hint: 'Run git init, or start it in a repository.',
  })
}
