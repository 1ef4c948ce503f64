import type { CapabilityProfile } from '../../capabilities/profile.ts'
import type { ListedAgent } from '../../gateway/http/api/agent-list.ts'
import type { ListedModel } from '../state/model-choices.ts'

/** An agent with its profile and models, once they are loaded. */
export interface KnownAgent extends ListedAgent {
  readonly profile?: CapabilityProfile
  readonly models?: readonly ListedModel[]
}
