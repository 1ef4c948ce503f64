import { toProfile as fromAgUi } from '../capabilities/ecosystems/ag-ui/profile.ts'
import { toProfile as fromAcp } from '../capabilities/ecosystems/acp/profile.ts'
import { type CapabilityProfile, mergeProfiles } from '../capabilities/profile.ts'
import { ValidationError } from '../core/validation-error.ts'
import { withModel } from '../models/model-profile.ts'
import type { Client } from '../run/client.ts'
import type { ProbeOptions, ProbeResult } from '../run/probe.ts'
import type { ServedAgent } from './served-agent.ts'

/** What is known of the agents, with what each said when it was last asked. */
export class AgentProfiles {
  readonly #client: Client
  readonly #answers = new Map<string, ProbeResult>()

  constructor(client: Client) {
    this.#client = client
  }

  /** What is known of an agent as it is installed, and with a model where one is named. */
  async profile(agent: ServedAgent, model?: string): Promise<CapabilityProfile> {
    const profile = await this.#own(agent)
    return model === undefined ? profile : this.#withModel(profile, agent.id, model)
  }

  /** Starts an agent, asks it and ends it again. */
  async probe(agent: ServedAgent, options: ProbeOptions): Promise<ProbeResult> {
    const result = await this.#client.probe(agent.id, options)
    this.#answers.set(agent.id, result)
    return { ...result, profile: await this.profile(agent) }
  }

  async #own(agent: ServedAgent): Promise<CapabilityProfile> {
    const { adapters } = this.#client
    const isDriven = adapters.list().some(({ id }) => id === agent.id)
    if (!isDriven) return fromAgUi(await agent.capabilities(), { subject: { kind: 'agent', id: agent.id } })
    const { version } = await adapters.detect(agent.id)
    const known = adapters.profile(agent.id, version)
    const said = this.#answers.get(agent.id)
    if (said === undefined) return known
    // A bridge answers with its own version; what it says holds for the agent behind it as it is installed.
    const { subject } = known
    return mergeProfiles(subject, [known, fromAcp(said.answer, { subject, at: said.at })])
  }

  #withModel(profile: CapabilityProfile, agent: string, named: string): CapabilityProfile {
    const { models } = this.#client
    const { valid, message, model, suggestions = [] } = models.validate(agent, named)
    if (!valid) {
      throw new ValidationError(
        message,
        [{ path: ['model'], message }],
        suggestions.length === 0 ? {} : { hint: `Did you mean ${suggestions.join(', ')}?` },
      )
    }
    const details = model === undefined ? null : models.details(agent, model.modelId)
    // A word such as `auto` leaves the choice to the agent: there is no model to ask.
    return details === null ? profile : withModel(profile, details)
  }
}
