import { CapabilityError } from '../capabilities/capability-error.ts'
import type { Client } from '../run/client.ts'
import type { AgentModelSettings } from './settings.ts'

/** Why the agent and its model do not accept an effort; undefined if they do. */
export function effortRefusal(
  client: Client,
  agent: string,
  { settings, effort }: { settings: AgentModelSettings; effort: string },
): CapabilityError | undefined {
  const { model, allowUnknownModel } = settings
  try {
    client.validateRun({ agent, prompt: 'none', model, allowUnknownModel, thinkingEffort: effort })
    return undefined
  } catch (error) {
    if (!(error instanceof CapabilityError)) throw error
    return error
  }
}
