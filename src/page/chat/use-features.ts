import { useEffect, useState } from 'preact/hooks'
import type { AgentCapabilities } from '../../capabilities/ecosystems/ag-ui/types.ts'
import { getJson } from '../api/request.ts'
import { type ChatFeatures, featuresOf } from '../state/chat-features.ts'

/** The chat features of an agent; reloaded when `moment` changes, because a running agent reports more. */
export function useFeatures(agent: string, moment: string): ChatFeatures {
  const [features, setFeatures] = useState<ChatFeatures>(() => featuresOf({}))
  useEffect(() => {
    const leaving = new AbortController()
    getJson<AgentCapabilities>(`/agents/${encodeURIComponent(agent)}/capabilities`, leaving.signal)
      .then((capabilities) => setFeatures(featuresOf(capabilities)))
      // The chat works without this data: it offers features as unknown.
      .catch(() => undefined)
    return () => leaving.abort()
  }, [agent, moment])
  return features
}
