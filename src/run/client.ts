import { modelsOf } from '../agents/agent-models.ts'
import { createAdapterRegistry, type AdapterRegistry } from '../agents/registry.ts'
import type { SessionInfo } from '../acp/session-options.ts'
import type { AgentEvent } from '../events/event.ts'
import type { AgentDefinition } from '../agents/definition/definition.ts'
import type { Detection } from '../agents/detect/detect.ts'
import type { LaunchPlan } from '../agents/launch/launch-plan.ts'
import type { AgentModels } from '../models/agent-models.ts'
import type { IAgentCapabilities } from '../capabilities/ecosystems/acp/types.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import { requireFlag, requireObject, requireOptions, requireText } from '../core/check-argument.ts'
import { ValidationError } from '../core/validation-error.ts'
import {
  createModelRegistry,
  type DetailedModelRegistry,
  type ModelRegistryOptions,
} from '../models/registry.ts'
import { AgentRun } from './agent-run.ts'
import { jsonAnswer, type JsonAnswer } from './ask-json.ts'
import type { KeptSessionsOptions } from './kept-sessions.ts'
import {
  listSessionsLazily,
  openConversationLazily,
  openSessionLazily,
  probeLazily,
  readSessionLazily,
} from './open.lazy.ts'
import type { RunOptions } from './api/options.ts'
import { planRun } from './launch/plan.ts'
import type { ProbeOptions, ProbeResult } from './probe.ts'
import { type ProfileQuery, Profiles } from './profiles/profiles.ts'
import type { RunSource } from './run-source.ts'
import type { Run, RunResult } from './api/run.ts'
import type { RunSession, RunSessionOptions } from './session.ts'
import type { OutputSchema } from './api/standard-schema.ts'
import { type RunContext, type ValidatedRun, validateRun } from './validate/validate.ts'

/** What a client is made of. */
export interface ClientOptions {
  /** The agents it knows; all that Capstan knows unless given. */
  definitions?: Iterable<AgentDefinition>
  /** Its `agents` beat what the definitions say of their models. */
  models?: Omit<ModelRegistryOptions, 'agents'> & { agents?: readonly AgentModels[] }
}

/** What a run is asked for beside its agent and its prompt. */
export type AskOptions = Omit<RunOptions, 'agent' | 'prompt'>

/** The same, for an answer that fits a schema. */
export interface AskJsonOptions<Output> extends Omit<AskOptions, 'outputSchema' | 'jsonMode'> {
  schema: OutputSchema<Output>
}

/** An agent, and whether it is there. */
export interface DetectedAgent {
  readonly id: string
  readonly label: string
  readonly available: boolean
  readonly version?: string
  /** Why not, where it is not. */
  readonly reason?: string
}

/** What a program asks about agents and their models, and by which it runs them. */
export interface Client {
  readonly adapters: AdapterRegistry
  readonly models: DetailedModelRegistry
  /**
   * What an agent can do in one call, with the evidence for it: the one answer that every check and every surface uses.
   * Starts a program at most to ask for its version, and that once.
   */
  profile(agent: string, query?: ProfileQuery): Promise<CapabilityProfile>
  /** Validates a run before anything is started. Synchronous. */
  validateRun(options: RunOptions, context?: RunContext): ValidatedRun
  /** How a run would be started, once it is validated. */
  planRun(options: RunOptions, context?: RunContext): LaunchPlan
  /** Starts a run. @throws at once what is wrong with it; later failures are in its last event and its result. */
  run(options: RunOptions): Run
  /** Gives an agent a prompt and waits for its answer. */
  ask(agent: string, prompt: string, options?: AskOptions): Promise<RunResult>
  /** Gives an agent a prompt and waits for an answer that fits the schema; it may mend its answer once. */
  askJson<Output>(agent: string, prompt: string, options: AskJsonOptions<Output>): Promise<JsonAnswer<Output>>
  /** Opens a conversation of many turns. */
  session(agent: string, options?: RunSessionOptions): Promise<RunSession>
  /** What the agent advertises: it is started, asked and ended again, unless the same program was asked before. */
  capabilities(agent: string, options?: ProbeOptions): Promise<IAgentCapabilities>
  /** All that the agent tells when it is started, asked and ended again. */
  probe(agent: string, options?: ProbeOptions): Promise<ProbeResult>
  /** The sessions the agent keeps: it is started, asked and ended again. */
  listSessions(agent: string, options?: KeptSessionsOptions): Promise<SessionInfo[]>
  /** What was said in a session the agent keeps, as events; nothing is prompted. */
  readSession(agent: string, sessionId: string, options?: KeptSessionsOptions): Promise<AgentEvent[]>
  /** Which agents are on this machine. */
  detect(): Promise<DetectedAgent[]>
}

/** A client with registries of its own. Nothing is read or started before it is asked for. */
export function createClient(clientOptions: ClientOptions = {}): Client {
  requireOptions(clientOptions)
  const { definitions, models: modelOptions } = clientOptions
  requireOptions(modelOptions, 'models')
  const adapters = createAdapterRegistry(definitions)
  const models = createModelRegistry({ ...modelOptions, agents: modelsOf(adapters, modelOptions?.agents) })
  const profiles = new Profiles({ adapters, models })
  const validate: Client['validateRun'] = (options, context) => validateRun(options, profiles, context)
  const run: Client['run'] = (options) => new AgentRun(validate(options), ownConversation(options))
  const validateSession = (options: RunOptions): ValidatedRun => validate(options, { isSession: true })
  const session: Client['session'] = async (agent, options = {}) => {
    requireOptions(options)
    const { orStart, ...rest } = options
    requireFlag(orStart, 'orStart')
    const validated = validateSession({ ...rest, agent, prompt: 'none' })
    return openSessionLazily({ validated, validate: validateSession, orStart })
  }
  // What only asks the agent itself sends no prompt: its model does nothing that a policy would have to hold.
  const asked = (agent: string, options: Pick<RunOptions, 'env'> = {}): ValidatedRun => {
    requireOptions(options)
    const { env } = options
    const question = { agent, prompt: 'none', transport: 'acp', allowUnenforced: true } as const
    return validate({ ...question, ...(env === undefined ? {} : { env }) })
  }
  const probe: Client['probe'] = async (agent, options = {}) => probeLazily(asked(agent, options), options)
  return {
    adapters,
    models,
    profile: async (agent, query) => {
      requireOptions(query, 'query')
      return profiles.profile(agent, query)
    },
    validateRun: validate,
    planRun: (options, context) => planRun(validate(options, context)),
    run,
    ask: async (agent, prompt, options) => {
      requireOptions(options)
      return run({ ...options, agent, prompt }).result()
    },
    askJson: async (agent, prompt, options) => {
      requireObject(options, 'options')
      if (options.schema === undefined) throw schemaError()
      return jsonAnswer(run({ ...options, agent, prompt }).result())
    },
    session,
    probe,
    listSessions: async (agent, options) => listSessionsLazily(asked(agent, options), options),
    readSession: async (agent, sessionId, options) => {
      requireText(sessionId, 'sessionId')
      return readSessionLazily(asked(agent, options), sessionId, options)
    },
    capabilities: async (agent, options) => {
      requireOptions(options)
      return (await probe(agent, { remembered: true, ...options })).capabilities
    },
    detect: async () => (await adapters.detectAll()).map((found) => detectedAgent(adapters, found)),
  }
}

function schemaError(): ValidationError {
  return new ValidationError('schema is missing', [{ path: ['schema'], message: 'is missing' }], {
    hint: 'Pass a schema of zod, valibot, arktype or the like, or a JSON Schema.',
  })
}

/** A run that starts its agent and ends it. */
function ownConversation({ noSession }: RunOptions): RunSource {
  return {
    open: (side) =>
      openConversationLazily({
        validated: side.validated,
        broker: side.broker,
        signal: side.signal,
        onEvent: (event) => side.onEvent(event),
        onWarning: (message) => side.onWarning(message),
        onUsage: (used) => side.onUsage(used),
      }),
    release: async (conversation, { isCancelled, failed }) => {
      try {
        if (noSession && !failed) await conversation?.forget()
      } finally {
        await conversation?.stop({ quickly: isCancelled })
      }
    },
  }
}

function detectedAgent(adapters: AdapterRegistry, { agent, installed, version }: Detection): DetectedAgent {
  const { definition } = adapters.get(agent)
  return {
    id: agent,
    label: definition.name,
    available: installed,
    ...(version === undefined ? {} : { version }),
    ...(installed ? {} : { reason: `${definition.binaries[0]} was not found` }),
  }
}
