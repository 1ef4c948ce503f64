import type { CapabilityProfile } from '../../capabilities/profile.ts'
import type { ListedAgent } from '../../gateway/http/api/agent-list.ts'
import type { ListedModel } from '../state/model-choices.ts'

/** All that the page knows of an agent; what has not come yet is not there. */
export interface KnownAgent extends ListedAgent {
  readonly profile?: CapabilityProfile
  readonly models?: readonly ListedModel[]
}
