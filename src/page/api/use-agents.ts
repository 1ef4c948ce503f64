import { useCallback, useEffect, useState } from 'preact/hooks'
import type { CapabilityProfile } from '../../capabilities/profile.ts'
import type { ListedAgent } from '../../gateway/http/api/agent-list.ts'
import type { ListedModel } from '../state/model-choices.ts'
import { getJson, postJson, errorText } from './request.ts'
import type { KnownAgent } from './shapes.ts'

export interface Agents {
  readonly agents: readonly KnownAgent[]
  readonly isLoading: boolean
  readonly error?: string | undefined
  /** Probes an agent and updates its profile. @throws RequestError */
  readonly probe: (id: string) => Promise<void>
}

/** Loads the agents, then the profile and models of each. */
export function useAgents(): Agents {
  const [agents, setAgents] = useState<readonly KnownAgent[]>([])
  const [isLoading, setLoading] = useState(true)
  const [error, setError] = useState<string>()
  const learn = useCallback((id: string, known: Partial<KnownAgent>) => {
    setAgents((before) => before.map((agent) => (agent.id === id ? { ...agent, ...known } : agent)))
  }, [])

  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const load = async (): Promise<void> => {
      const listed = await getJson<ListedAgent[]>('/api/agents', signal)
      setAgents(listed)
      await Promise.all(
        listed.map(async ({ id }) => {
          const name = encodeURIComponent(id)
          const [profile, models] = await Promise.allSettled([
            getJson<CapabilityProfile>(`/api/agents/${name}/capabilities?as=profile`, signal),
            getJson<ListedModel[]>(`/api/models?agent=${name}`, signal),
          ])
          learn(id, {
            ...(profile.status === 'fulfilled' ? { profile: profile.value } : {}),
            ...(models.status === 'fulfilled' ? { models: models.value } : {}),
          })
        }),
      )
    }
    load()
      .catch((problem: unknown) => {
        if (!signal.aborted) setError(errorText(problem))
      })
      .finally(() => setLoading(false))
    return () => leaving.abort()
  }, [learn])

  const probe = useCallback(
    async (id: string) => {
      const { profile } = await postJson<{ profile: CapabilityProfile }>(
        `/api/agents/${encodeURIComponent(id)}/probe`,
      )
      learn(id, { profile })
    },
    [learn],
  )
  return { agents, isLoading, error, probe }
}
