import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { CapabilityProfile } from '../../capabilities/profile.ts'
import type { ListedAgent } from '../../gateway/http/api/agent-list.ts'
import type { ListedModel } from '../state/model-choices.ts'
import { getJson, postJson, errorText } from './request.ts'
import type { KnownAgent } from './shapes.ts'

export interface Agents {
  readonly agents: readonly KnownAgent[]
  readonly isLoading: boolean
  readonly error?: string | undefined
  /** Loads the list again, after an installation or a login. */
  readonly reload: () => Promise<void>
  /** Loads the profiles of all agents, once. */
  readonly needProfiles: () => void
  /** Loads the models of an agent, once: some agents have over a thousand. */
  readonly needModels: (id: string) => void
  /** Probes an agent and updates its profile. @throws RequestError */
  readonly probe: (id: string) => Promise<void>
  /** Loads the profile of an agent again, after a verification. @throws RequestError */
  readonly refresh: (id: string) => Promise<void>
}

/** The agents; profiles and models are loaded when a view needs them. */
export function useAgents(): Agents {
  const [listed, setListed] = useState<readonly ListedAgent[]>([])
  const [known, setKnown] = useState<Readonly<Record<string, Pick<KnownAgent, 'profile' | 'models'>>>>({})
  const [isLoading, setLoading] = useState(true)
  const [error, setError] = useState<string>()
  const [needsProfiles, setNeedsProfiles] = useState(false)
  const asked = useRef(new Set<string>())

  const reload = useCallback(async () => {
    try {
      setListed(await getJson<ListedAgent[]>('/api/agents'))
      setError(undefined)
    } catch (problem) {
      setError(errorText(problem))
    } finally {
      setLoading(false)
    }
  }, [])
  useEffect(() => void reload(), [reload])

  const learn = useCallback((id: string, news: Pick<KnownAgent, 'profile' | 'models'>) => {
    setKnown((before) => ({ ...before, [id]: { ...before[id], ...news } }))
  }, [])

  /** Asks once, and again only if the answer did not come. */
  const askOnce = useCallback(async (path: string, take: (answer: unknown) => void) => {
    if (asked.current.has(path)) return
    asked.current.add(path)
    try {
      take(await getJson<unknown>(path))
    } catch {
      asked.current.delete(path)
    }
  }, [])

  const needProfiles = useCallback(() => setNeedsProfiles(true), [])
  useEffect(() => {
    if (!needsProfiles) return
    for (const { id } of listed) {
      void askOnce(profilePath(id), (profile) => learn(id, { profile: profile as CapabilityProfile }))
    }
  }, [needsProfiles, listed, askOnce, learn])

  const needModels = useCallback(
    (id: string) => {
      const path = `/api/models?agent=${encodeURIComponent(id)}&summary=true`
      void askOnce(path, (models) => learn(id, { models: models as ListedModel[] }))
    },
    [askOnce, learn],
  )

  const probe = useCallback(
    async (id: string) => {
      const { profile } = await postJson<{ profile: CapabilityProfile }>(
        `/api/agents/${encodeURIComponent(id)}/probe`,
      )
      learn(id, { profile })
    },
    [learn],
  )
  const refresh = useCallback(
    async (id: string) => learn(id, { profile: await getJson<CapabilityProfile>(profilePath(id)) }),
    [learn],
  )
  const agents = useMemo(() => listed.map((agent) => ({ ...agent, ...known[agent.id] })), [listed, known])
  return { agents, isLoading, error, reload, needProfiles, needModels, probe, refresh }
}

function profilePath(id: string): string {
  return `/api/agents/${encodeURIComponent(id)}/capabilities?as=profile`
}
