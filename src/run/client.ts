import { modelsOf } from '../agents/agent-models.ts'
import { createAdapterRegistry, type AdapterRegistry } from '../agents/registry.ts'
import type { SessionInfo } from '../acp/session-options.ts'
import type { AgentEvent } from '../events/event.ts'
import type { AgentDefinition } from '../agents/definition/definition.ts'
import type { Detection } from '../agents/detect/detect.ts'
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
import type { Choice } from '../capabilities/choice/choice.ts'
import { AgentRun } from './agent-run.ts'
import { type AgentsOfRun, agentsOfRun } from './choice/agents-of-run.ts'
import { type ChooseAgentOptions, chooseAgent } from './choice/choose-agent.ts'
import { Fallback } from './fallback/fallback.ts'
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
import { enforcementOf, type RunPlan } from './launch/enforcement.ts'
import { planRun } from './launch/plan.ts'
import type { ProbeOptions, ProbeResult } from './probe.ts'
import { type ProfileQuery, Profiles } from './profiles/profiles.ts'
import type { RunSource } from './run-source.ts'
import type { Run, RunResult } from './api/run.ts'
import type { RunSession } from './session.ts'
import type { RunSessionOptions } from './session-options.ts'
import type { OutputSchema } from './api/standard-schema.ts'
import { type RunContext, type ValidatedRun, validateRun } from './validate/validate.ts'

/** The options of a client. */
export interface ClientOptions {
  /** The known agents; by default all agents of Capstan. */
  definitions?: Iterable<AgentDefinition>
  /** Its `agents` override the models of the definitions. */
  models?: Omit<ModelRegistryOptions, 'agents'> & { agents?: readonly AgentModels[] }
}

/** The options of a run, without the agent and the prompt. */
export type AskOptions = Omit<RunOptions, 'agent' | 'prompt'>

/** The same with a schema for the answer. */
export interface AskJsonOptions<Output> extends Omit<AskOptions, 'outputSchema' | 'jsonMode'> {
  schema: OutputSchema<Output>
}

/** An agent, and whether it is installed. */
export interface DetectedAgent {
  readonly id: string
  readonly label: string
  readonly available: boolean
  readonly version?: string
  /** Why the agent is not installed. */
  readonly reason?: string
}

/** Reports what agents and models can do, and runs them. */
export interface Client {
  readonly adapters: AdapterRegistry
  readonly models: DetailedModelRegistry
  /**
   * What an agent can do, with evidence: the profile that every check and every surface uses.
   * May start the program once, to read its version.
   */
  profile(agent: string, query?: ProfileQuery): Promise<CapabilityProfile>
  /**
   * Chooses the best agent for needs: ids of capabilities, `id=value`, or words such as `json schema`. May start installed
   * programs once, to read their versions.
   */
  choose(needs: readonly string[], options?: ChooseAgentOptions): Promise<Choice>
  /** Validates a run before anything is started. Synchronous. */
  validateRun(options: RunOptions, context?: RunContext): ValidatedRun
  /** Validates a run and returns how it would be started, and what would enforce its policy. */
  planRun(options: RunOptions, context?: RunContext): RunPlan
  /** Starts a run. @throws synchronously for invalid options; later failures are in the last event and the result. */
  run(options: RunOptions): Run
  /** Prompts an agent and waits for the answer. */
  ask(agent: string, prompt: string, options?: AskOptions): Promise<RunResult>
  /** Prompts an agent and waits for an answer that matches the schema; the agent may correct its answer once. */
  askJson<Output>(agent: string, prompt: string, options: AskJsonOptions<Output>): Promise<JsonAnswer<Output>>
  /** Opens a session of many turns. */
  session(agent: string, options?: RunSessionOptions): Promise<RunSession>
  /** What the agent advertises. Starts the agent for the handshake, unless the answer of the same program is cached. */
  capabilities(agent: string, options?: ProbeOptions): Promise<IAgentCapabilities>
  /** The full handshake of the agent. Starts and stops the agent. */
  probe(agent: string, options?: ProbeOptions): Promise<ProbeResult>
  /** The sessions that the agent has stored. Starts and stops the agent. */
  listSessions(agent: string, options?: KeptSessionsOptions): Promise<SessionInfo[]>
  /** The history of a stored session, as events. Sends no prompt. */
  readSession(agent: string, sessionId: string, options?: KeptSessionsOptions): Promise<AgentEvent[]>
  /** Lists the agents and whether they are installed. */
  detect(): Promise<DetectedAgent[]>
}

/** Creates a client with its own registries. Reads and starts nothing before the first call. */
export function createClient(clientOptions: ClientOptions = {}): Client {
  requireOptions(clientOptions)
  const { definitions, models: modelOptions } = clientOptions
  requireOptions(modelOptions, 'models')
  const adapters = createAdapterRegistry(definitions)
  const models = createModelRegistry({ ...modelOptions, agents: modelsOf(adapters, modelOptions?.agents) })
  const profiles = new Profiles({ adapters, models })
  const agentsOf = (options: RunOptions, context?: RunContext): AgentsOfRun =>
    agentsOfRun(options, { profiles, validate: (one) => validateRun(one, profiles, context) })
  const validate: Client['validateRun'] = (options, context) => agentsOf(options, context).runs[0]
  const run: Client['run'] = (options) => {
    const { runs, isChosen } = agentsOf(options)
    const fallback = runs.length > 1 || isChosen ? new Fallback({ agents: runs, isChosen }) : undefined
    return new AgentRun(fallback?.current ?? runs[0], { ...ownConversation(options), fallback })
  }
  const validateSession = (options: RunOptions): ValidatedRun => {
    if (options.fallback !== undefined) throw sessionFallbackError()
    return validate(options, { isSession: true })
  }
  const session: Client['session'] = async (agent, options = {}) => {
    requireOptions(options)
    const { orStart, ...rest } = options
    requireFlag(orStart, 'orStart')
    const validated = validateSession({ ...rest, agent, prompt: 'none' })
    return openSessionLazily({ validated, validate: validateSession, orStart })
  }
  // These calls send no prompt, so no policy has to be enforced.
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
    choose: async (needs, options) => {
      await Promise.all(adapters.list().map(({ id }) => profiles.profile(id)))
      return chooseAgent(profiles, needs, options)
    },
    validateRun: validate,
    planRun: (options, context) => {
      const validated = validate(options, context)
      return { ...planRun(validated), ...enforcementOf(validated) }
    },
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

function sessionFallbackError(): ValidationError {
  const message = 'works only for single runs'
  return new ValidationError(`fallback ${message}`, [{ path: ['fallback'], message }], {
    hint: 'Use client.run, or open a session with the other agent.',
  })
}

function schemaError(): ValidationError {
  return new ValidationError('schema is missing', [{ path: ['schema'], message: 'is missing' }], {
    hint: 'Pass a zod, valibot or arktype schema, or a JSON Schema.',
  })
}

/** The source of a run that starts and stops its own agent. */
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
      // Nobody counts what the agent would still ask for, such as a suggestion for the next prompt.
      conversation?.halt?.('The run has ended')
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
