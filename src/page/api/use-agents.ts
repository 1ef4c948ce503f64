import { useCallback, useEffect, useState } from 'preact/hooks'
import type { CapabilityProfile } from '../../capabilities/profile.ts'
import type { ListedAgent } from '../../gateway/http/api/agent-list.ts'
import type { ListedModel } from '../state/model-choices.ts'
import { getJson, postJson, wordsOf } from './request.ts'
import type { KnownAgent } from './shapes.ts'

export interface Agents {
  readonly agents: readonly KnownAgent[]
  readonly isLoading: boolean
  readonly error?: string | undefined
  /** Starts an agent and takes what it says of itself. @throws RequestError */
  readonly probe: (id: string) => Promise<void>
}

/** The agents, then what each can do and its models as they come. */
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
        if (!signal.aborted) setError(wordsOf(problem))
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
