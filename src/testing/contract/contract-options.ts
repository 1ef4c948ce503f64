import type { AskOptions, Client } from '../../run/client.ts'
import type { CheckName } from './check-name.ts'
import type { ContractLimits, ContractSettings } from './context.ts'
import type { ContractPrompts } from './fill-prompt.ts'
import type { ContractProvider } from './provider-requests.ts'
import type { CheckReport } from './report.ts'

export interface ContractOptions {
  /** The client that knows the agent. */
  client: Client
  agent: string
  /** Parent of the checks' temporary folders (default: the system's temporary folder). */
  folder?: string
  /** The checks to run (default: all). */
  checks?: readonly CheckName[]
  /** The prompts of each check (default: prompts that the sim understands). */
  prompts?: ContractPrompts
  /** The value each settings check sets. If the check also has a prompt, a turn follows. */
  settings?: ContractSettings
  /** Options of every run: variables, model, timeouts. */
  options?: AskOptions
  limits?: ContractLimits
  /** The model provider that the agent uses, to see what reached the model. */
  provider?: ContractProvider
  /** How many checks run at the same time (default: 1). */
  concurrency?: number
  signal?: AbortSignal
  /** Called after each check. */
  onCheck?: (check: CheckReport) => void
}
