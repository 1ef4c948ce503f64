import { useEffect, useState } from 'preact/hooks'
import type { AgentCapabilities } from '../../capabilities/ecosystems/ag-ui/types.ts'
import { getJson } from '../api/request.ts'
import { type ChatFeatures, featuresOf } from '../state/chat-features.ts'

/** What the chat offers with an agent; asked again whenever `moment` changes, since an agent tells more once it runs. */
export function useFeatures(agent: string, moment: string): ChatFeatures {
  const [features, setFeatures] = useState<ChatFeatures>(() => featuresOf({}))
  useEffect(() => {
    const leaving = new AbortController()
    getJson<AgentCapabilities>(`/agents/${encodeURIComponent(agent)}/capabilities`, leaving.signal)
      .then((capabilities) => setFeatures(featuresOf(capabilities)))
      // The chat works without: what is not known is offered as such.
      .catch(() => undefined)
    return () => leaving.abort()
  }, [agent, moment])
  return features
}
