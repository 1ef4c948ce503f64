import type { AgentDefinition } from '../agents/definition.ts'
import type { AdapterRegistry } from '../agents/registry.ts'
import {
  type ThinkingModel,
  thinkingModelOf,
  type ThinkingTranslation,
  translateThinking,
} from '../agents/thinking.ts'
import { CapabilityError, capabilityErrorFor } from '../capabilities/capability-error.ts'
import { compare } from '../capabilities/compare.ts'
import { type CapabilityProfile, factOf, supportOf, valueOf } from '../capabilities/profile.ts'
import { type CapabilityRequest, requirementsFor } from '../capabilities/requirements.ts'
import { ValidationError } from '../core/validation-error.ts'
import type { ModelDetails } from '../models/model-details.ts'
import { withModel } from '../models/model-profile.ts'
import type { DetailedModelRegistry } from '../models/registry.ts'
import { checkRunOptions } from './check-options.ts'
import { checkThinking } from './check-thinking.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { namedOptions } from './named-options.ts'
import type { RunOptions } from './options.ts'

/** What a run is judged by. */
export interface RunContext {
  readonly adapters: Pick<AdapterRegistry, 'get' | 'profile'>
  readonly models: Pick<DetailedModelRegistry, 'validate' | 'details'>
  readonly platform?: NodeJS.Platform
  /** Whether the working folder is in a git repository, where that is known. */
  readonly isGitRepository?: boolean
  /** The agent's installed version, where that is known. */
  readonly version?: string
}

/** A run that can be started, as far as is known. */
export interface ValidatedRun {
  readonly options: RunOptions
  readonly definition: AgentDefinition
  /** Null when none was named, or it is not known. */
  readonly model: ModelDetails | null
  readonly profile: CapabilityProfile
  readonly transport: 'acp' | 'cli'
  /** Whether the agent stays open on its command line, and is spoken to while it works. */
  readonly isLive: boolean
  /** Whether the agent itself keeps its answer to the schema it is given. */
  readonly keepsSchema: boolean
  readonly thinking: ThinkingTranslation
  /** What is not known to work, and what will be left out. */
  readonly warnings: readonly string[]
}

/**
 * Judges a run before anything is started: synchronous, and nothing is looked for on the machine.
 * @throws ValidationError for options that are wrong, CapabilityError for what the agent or the model cannot do.
 */
export function validateRun(given: RunOptions, context: RunContext): ValidatedRun {
  checkRunOptions(given)
  const options = namedOptions(given, context)
  const { definition } = context.adapters.get(options.agent)
  const warnings: string[] = []
  const model = resolveModel(options, { ...context, definition }, warnings)
  const agentProfile = context.adapters.profile(options.agent, context.version)
  const profile = model === null ? agentProfile : withModel(agentProfile, model)
  const thinkingModel = model === null ? null : thinkingModelOf(model)
  checkThinking(options, {
    agent: options.agent,
    profile,
    model: thinkingModel,
    controls: definition.thinking ?? [],
  })
  const kept = checkCapabilities(options, { definition, profile, warnings })
  checkMachine(definition, profile, context)
  const transport = chooseTransport(definition, options, thinkingModel)
  const thinking = translateThinking(definition, thinkingModel, {
    transport,
    effort: options.thinkingEffort,
    budget: options.thinkingBudgetTokens,
    override: options.thinkingOverride,
  })
  warnings.push(...thinking.warnings, ...notPassedOn(options))
  checkPermissions(options, { definition, transport, profile, warnings })
  const isLive = transport === 'cli' && needsLive(definition, options)
  const keepsSchema = transport === 'cli' && !isLive && nativeSchema(definition, options) !== undefined
  return { options: kept, definition, model, profile, transport, isLive, keepsSchema, thinking, warnings }
}

/** What a run counts on and nobody is told: the agent has it or has it not. */
function notPassedOn({ agent, skills = [], plugins = [], jsonMode }: RunOptions): string[] {
  return [
    ...(skills.length > 0 ? [`Skills are not passed on: ${agent} loads them from its own folders`] : []),
    ...(plugins.length > 0 ? [`Plugins are not passed on: ${agent} loads those that are installed`] : []),
    ...(jsonMode ? ['JSON mode is not passed on: ask for JSON in the prompt, or give a schema'] : []),
  ]
}

function resolveModel(
  options: RunOptions,
  { models, definition }: RunContext & { definition: AgentDefinition },
  warnings: string[],
): ModelDetails | null {
  const { agent, model } = options
  if (model === undefined) return null
  const { status, message, suggestions = [], resolvedModelId = model, valid } = models.validate(agent, model)
  // An agent whose session lists its models says itself which it takes.
  const isUnchecked = valid && status === 'unknown' && !definition.knownOnlyLive
  if (status === 'deprecated' || isUnchecked) warnings.push(message)
  if (valid) return models.details(agent, resolvedModelId)
  if (options.allowUnknownModel && status === 'unknown') {
    warnings.push(`${message}; it is passed on as it is`)
    return null
  }
  throw new ValidationError(message, [{ path: ['model'], message }], {
    hint:
      suggestions.length > 0
        ? `Did you mean ${suggestions.join(', ')}?`
        : 'Use allowUnknownModel if the agent knows it all the same.',
  })
}

/** Judges everything but thinking. What is additive and not supported is dropped with a warning, unless strict. */
function checkCapabilities(
  options: RunOptions,
  { definition, profile, warnings }: Pick<ValidatedRun, 'definition' | 'profile'> & { warnings: string[] },
): RunOptions {
  const { strict = false, additionalDirectories = [] } = options
  const { results } = compare(profile, requirementsFor(requestOf(options)))
  let kept = options
  for (const result of results) {
    const error = capabilityErrorFor(profile, result)
    if (error === undefined || isJudgedLater(definition, error)) continue
    if (!strict && error.id === 'session.additional-directories') {
      warnings.push(
        `Agent ${options.agent} does not advertise additionalDirectories capability — ignoring ${additionalDirectories.length} entries.`,
      )
      kept = { ...kept, additionalDirectories: [] }
    } else if (strict || error.support === 'unsupported') throw error
    else warnings.push(error.message)
  }
  checkApproval(options, profile)
  return kept
}

/** The parts of a prompt, MCP servers and sessions are judged by what an agent says when it is started. */
function isJudgedLater({ knownOnlyLive }: AgentDefinition, { id, support }: CapabilityError): boolean {
  return knownOnlyLive === true && support === 'unknown' && /^(?:prompt|mcp|session)\./.test(id)
}

function requestOf(options: RunOptions): CapabilityRequest {
  const { attachments = [], mcpServers = [], sessionId, forkSessionId } = options
  return {
    prompt: attachments.map(({ kind, path }) =>
      kind === 'file' && path === undefined ? 'embedded-context' : kind,
    ),
    mcpServers: mcpServers.map(({ type = 'stdio', name }) => ({ type, name })),
    additionalDirectories: options.additionalDirectories,
    skills: options.skills,
    plugins: options.plugins,
    session: sessionId !== undefined ? 'resume' : forkSessionId !== undefined ? 'fork' : undefined,
    systemPrompt: options.systemPrompt ?? options.appendSystemPrompt,
    jsonMode: options.jsonMode,
    outputSchema: options.outputSchema,
  }
}

function checkApproval({ agent, approvalMode }: RunOptions, profile: CapabilityProfile): void {
  const modes = valueOf(profile, 'tools.approval')?.modes
  if (approvalMode === undefined || modes === undefined || modes.includes(approvalMode)) return
  throw new CapabilityError('approvalMode', {
    agent,
    id: 'tools.approval',
    requested: approvalMode,
    supported: modes,
    evidence: factOf(profile, 'tools.approval').evidence,
    hint: `It takes ${modes.join(', ')}.`,
  })
}

function checkMachine(
  { id: agent, flags }: AgentDefinition,
  profile: CapabilityProfile,
  { platform, isGitRepository }: RunContext,
): void {
  const platforms: readonly string[] | undefined = valueOf(profile, 'process.platforms')
  if (platform !== undefined && platforms !== undefined && !platforms.includes(platform)) {
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

/** ACP where the agent speaks it, unless only the other transport can pass what is asked of its thinking. */
function chooseTransport(
  definition: AgentDefinition,
  options: RunOptions,
  model: ThinkingModel | null,
): 'acp' | 'cli' {
  if (options.transport !== undefined) return options.transport
  const { acp } = definition
  // A schema cannot be said over ACP.
  if (nativeSchema(definition, options) !== undefined && fitsCommandLine(definition, options)) return 'cli'
  const preferred = acp === undefined ? 'cli' : 'acp'
  const wantsBudget =
    options.thinkingBudgetTokens !== undefined || (model !== null && (model.efforts ?? []).length === 0)
  const sets = wantsBudget ? 'budget' : 'effort'
  const wantsThinking = options.thinkingEffort !== undefined || options.thinkingBudgetTokens !== undefined
  const transports = (definition.thinking ?? [])
    .filter((control) => control.sets === sets)
    .map(({ transport }) => transport)
  return wantsThinking && transports.length > 0 && !transports.includes(preferred)
    ? (transports[0] ?? preferred)
    : preferred
}

/** The schema that the agent's command line takes, where it takes one and it can be said as JSON Schema. */
export function nativeSchema({ flags }: AgentDefinition, { outputSchema, schema }: RunOptions): unknown {
  if (flags?.schema === undefined && flags?.['schema-file'] === undefined) return undefined
  return outputSchema ?? jsonSchemaOf(schema)
}

/** Whether nothing is asked that only a session over ACP can be given. */
function fitsCommandLine({ headlessReader }: AgentDefinition, options: RunOptions): boolean {
  const { permissions, mcpServers = [], attachments = [], outputSchema } = options
  if (outputSchema !== undefined) return true
  return (
    headlessReader !== undefined &&
    permissions !== 'ask' &&
    typeof permissions !== 'function' &&
    mcpServers.length === 0 &&
    attachments.every(({ path }) => path !== undefined)
  )
}

/** Whether the agent waits for answers on its command line. */
function canAsk({ live, liveDialog }: AgentDefinition): boolean {
  return live?.asks === true && liveDialog !== undefined
}

/** One process for one prompt is cheaper: another is kept open only for what cannot be had without it. */
function needsLive(definition: AgentDefinition, options: RunOptions): boolean {
  const { permissions, approvalMode, steerable = false } = options
  const asks =
    permissions === 'ask' ||
    typeof permissions === 'function' ||
    (permissions === undefined && approvalMode === 'prompt')
  return (asks && canAsk(definition)) || (steerable && definition.liveDialog !== undefined)
}

/** A policy holds only what the agent asks: of one that does not ask, that is said before it starts. */
function checkPermissions(
  options: RunOptions,
  {
    definition,
    transport,
    profile,
    warnings,
  }: Pick<ValidatedRun, 'definition' | 'transport' | 'profile'> & { warnings: string[] },
): void {
  const { agent, permissions, approvalMode, strict } = options
  const { support, value, evidence } = factOf(profile, 'tools.approval')
  const asksPerson = permissions === 'ask' || typeof permissions === 'function'
  if (transport === 'cli' && asksPerson && !canAsk(definition)) {
    throw new CapabilityError('permissions', {
      agent,
      id: 'tools.approval',
      message: `Agent '${agent}' cannot ask anybody on its command line`,
      hint: 'Use transport acp, or permissions allow, allow-reads or deny.',
    })
  }
  const isHeld = permissions === 'allow' || (permissions === undefined && approvalMode === 'yolo')
  const { required } = (value ?? {}) as { required?: boolean }
  if (isHeld || (support !== 'unsupported' && required !== false)) return
  const message = `Agent '${agent}' does not always ask before it acts: permissions cannot hold it back`
  if (strict) throw new CapabilityError('permissions', { agent, id: 'tools.approval', evidence, message })
  warnings.push(message)
}
