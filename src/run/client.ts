import { type AdapterRegistry, createAdapterRegistry } from '../agents/registry.ts'
import type { AgentDefinition } from '../agents/definition.ts'
import type { LaunchPlan } from '../agents/launch-plan.ts'
import {
  createModelRegistry,
  type DetailedModelRegistry,
  type ModelRegistryOptions,
} from '../models/registry.ts'
import type { RunOptions } from './options.ts'
import { planRun } from './plan.ts'
import { type RunContext, type ValidatedRun, validateRun } from './validate.ts'

/** What a client is made of. */
export interface ClientOptions {
  /** The agents it knows; all that Capstan knows unless given. */
  definitions?: Iterable<AgentDefinition>
  models?: ModelRegistryOptions
}

/** What a program asks about agents, their models and the runs it wants of them. */
export interface Client {
  readonly adapters: AdapterRegistry
  readonly models: DetailedModelRegistry
  /** Judges a run before anything is started. Synchronous. */
  validateRun(options: RunOptions, context?: Omit<RunContext, 'adapters' | 'models'>): ValidatedRun
  /** How a run would be started, once it is validated. */
  planRun(options: RunOptions, context?: Omit<RunContext, 'adapters' | 'models'>): LaunchPlan
}

/** A client with registries of its own. Nothing is read or started before it is asked for. */
export function createClient({ definitions, models: modelOptions }: ClientOptions = {}): Client {
  const adapters = createAdapterRegistry(definitions)
  const models = createModelRegistry(modelOptions)
  const validate: Client['validateRun'] = (options, context = {}) =>
    validateRun(options, { platform: process.platform, ...context, adapters, models })
  return {
    adapters,
    models,
    validateRun: validate,
    planRun: (options, context) => planRun(validate(options, context)),
  }
}
