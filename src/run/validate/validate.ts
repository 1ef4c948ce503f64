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
import { betterTransport, chooseTransport, type TransportQuestion } from './choose-transport.ts'
import { namedOptions } from '../api/named-options.ts'
import type { RunOptions } from '../api/options.ts'
import type { Profiles } from '../profiles/profiles.ts'
import { resolveModel } from '../profiles/resolve-model.ts'
import { nativeSchema, needsLive } from '../api/run-needs.ts'
import { fallbackWarnings } from './transport-fallback.ts'

/** What the caller knows of the machine that a run would start on. */
export interface RunContext {
  readonly platform?: NodeJS.Platform
  /** Whether the working folder is in a git repository, where that is known. */
  readonly isGitRepository?: boolean
  /** The agent's installed version; what is known on this machine if left out. */
  readonly version?: string
  /** Whether many prompts will follow. */
  readonly isSession?: boolean
}

/** A run that can be started, as far as is known. */
export interface ValidatedRun {
  readonly options: RunOptions
  readonly definition: AgentDefinition
  /** Null when none was named, or it is not known. */
  readonly model: ModelDetails | null
  readonly profile: CapabilityProfile
  /** Where the profile comes from, for what the agent says once it is started. */
  readonly profiles: Profiles
  readonly transport: Transport
  /** Whether many prompts will follow. */
  readonly isSession: boolean
  /** Whether the agent is a long-running process on its command line, and is spoken to while it works. */
  readonly isLongRunning: boolean
  /** Whether the agent itself keeps its answer to the schema it is given. */
  readonly keepsSchema: boolean
  readonly thinking: ThinkingTranslation
  /** What is not known to work, and what will be left out. */
  readonly warnings: readonly string[]
}

/**
 * Validates a run before anything is started. Synchronous: it uses what is known on this machine already.
 * @throws ValidationError for options that are wrong, CapabilityError for what cannot be carried.
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
  const thinkingModel = model === null ? null : thinkingModelOf(model)
  const question = transportQuestion(options, { definition, model, thinkingModel, profiles, context })
  const transport = chooseTransport(question)
  warnings.push(...fallbackWarnings(transport, question))
  const profile = question.profileOn(transport)
  const better = options.transport === undefined ? undefined : betterTransport(transport, question)
  checkThinking(options, { definition, profile, model: thinkingModel })
  const hasUnknownVersion = (): boolean => profiles.hasUnknownVersion(definition)
  const { models } = profiles
  const kept = checkCapabilities(options, { profile, warnings, better, models, hasUnknownVersion })
  checkApprovalMode(options, profile)
  checkMachine(definition, profile, context)
  const thinking = translateThinking(definition, thinkingModel, { transport, ...thinkingRequestOf(options) })
  warnings.push(...thinkingWarnings(options, { definition, profile, thinking }), ...notPassedOn(options))
  warnings.push(...checkBudget({ definition, options, model, profiles, transport }))
  const { isSession = false } = context
  const isLongRunning = transport === 'cli' && needsLive(definition, options)
  checkPermissions(options, {
    definition,
    profile,
    isSession,
    isLongRunning: isLongRunning || isSession,
    warnings,
  })
  const keepsSchema = transport === 'cli' && !isLongRunning && nativeSchema(definition, options) !== undefined
  return {
    options: kept,
    definition,
    model,
    profile,
    profiles,
    transport,
    isSession,
    isLongRunning,
    keepsSchema,
    thinking,
    warnings,
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

/** What a run counts on and Capstan does not pass: the agent has it or has it not. */
function notPassedOn({ agent, skills = [], plugins = [], jsonMode }: RunOptions): string[] {
  return [
    ...(skills.length > 0 ? [`Skills are not passed on: ${agent} loads them from its own folders`] : []),
    ...(plugins.length > 0 ? [`Plugins are not passed on: ${agent} loads those that are installed`] : []),
    ...(jsonMode ? ['JSON mode is not passed on: ask for JSON in the prompt, or give a schema'] : []),
  ]
}

function checkMachine(
  { id: agent, flags }: AgentDefinition,
  profile: CapabilityProfile,
  { platform = process.platform, isGitRepository }: RunContext,
): void {
  const platforms: readonly string[] | undefined = valueOf(profile, 'process.platforms')
  if (platforms !== undefined && !platforms.includes(platform)) {
    throw new CapabilityError('platform', {
      agent,
      id: 'process.platforms',
      requested: platform,
      supported: platforms,
    })
  }
  const needsGit =
    supportOf(profile, 'process.git-required') === 'supported' && flags?.['skip-git-check'] === undefined
  if (isGitRepository !== false || !needsGit) return
  throw new CapabilityError('gitRepository', {
    agent,
    id: 'process.git-required',
    message: `Agent '${agent}' runs only in a git repository`,
    hint: 'Run git init, or start it in a repository.',
  })
}
