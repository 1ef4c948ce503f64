import { mergeJson } from '../../core/merge-json.ts'
import type { CheckName } from '../../testing/contract/check-name.ts'
import type { ContractSettings } from '../../testing/contract/context.ts'
import type { ContractPrompts } from '../../testing/contract/fill-prompt.ts'
import type { ProviderSetup } from '../../testing/provider/provider-setup.ts'
import type { JsonRunOptions } from '../worker/job.ts'

/** Variables and files of the agent. */
export interface SetupChange {
  readonly environment?: Readonly<Record<string, string>>
  /** Fields to merge into JSON files of the home, by relative path. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** What an agent needs to work with a model provider on loopback, beside the address of the provider. */
export interface AgentSetup extends SetupChange {
  /** The provider setup (default: the agent's). */
  readonly provider?: ProviderSetup
  /** Lines to append to other files. */
  readonly lines?: Readonly<Record<string, readonly string[]>>
  readonly options?: Omit<JsonRunOptions, 'env'>
  /** What the program prints when it is ready that the agent needs beside itself. */
  readonly readyText?: string
  readonly contract?: ContractSetup
  /** How to end the retries of an agent whose default takes minutes. Nothing else differs from the agent's defaults. */
  readonly retriesOff?: SetupChange & {
    /** The checks that need it; their reports say so. */
    readonly checks: readonly CheckName[]
    /** The change in words. */
    readonly change: string
  }
}

/** How the contract of an agent differs. */
export interface ContractSetup {
  /** Prompts with marks that name the agent's own tools. */
  readonly prompts?: ContractPrompts
  readonly settings?: ContractSettings
  /** Checks that need homes of their own, because the agent would remember the previous check. */
  readonly apart?: readonly CheckName[]
}

/** The setup of an agent that gives up at the first error of its provider. */
export function withoutRetries(setup: AgentSetup): AgentSetup {
  const { environment = {}, settings = {}, retriesOff } = setup
  return {
    ...setup,
    environment: { ...environment, ...retriesOff?.environment },
    settings: mergeJson(settings, retriesOff?.settings ?? {}) as NonNullable<AgentSetup['settings']>,
  }
}
