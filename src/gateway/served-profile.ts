import { toProfile } from '../capabilities/ecosystems/ag-ui/profile.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import type { Client } from '../run/client.ts'
import type { ProfileQuery } from '../run/profiles/profiles.ts'
import type { ServedAgent } from './served-agent.ts'

/** The profile of a driven agent from the client, or of a forwarded agent from its own declaration. */
export async function servedProfile(
  client: Client,
  agent: ServedAgent,
  query: ProfileQuery = {},
): Promise<CapabilityProfile> {
  const isDriven = client.adapters.list().some(({ id }) => id === agent.id)
  if (isDriven) return client.profile(agent.id, query)
  return toProfile(await agent.capabilities(), { subject: { kind: 'agent', id: agent.id } })
}
