import { useEffect, useRef, useState } from 'preact/hooks'
import { type ChatSettings, noSettings } from '../state/chat-settings.ts'
import type { ThreadView } from '../state/thread/thread-view.ts'

/**
 * The settings that the user picked for the next message. After a run, the pickers show the settings that
 * the session reports.
 */
export function useSettings(
  status: ThreadView['status'],
): [settings: ChatSettings, setSettings: (settings: ChatSettings) => void] {
  const [settings, setSettings] = useState(noSettings)
  const before = useRef(status)
  useEffect(() => {
    const hasEnded = before.current === 'running' && (status === 'idle' || status === 'asking')
    before.current = status
    if (hasEnded) setSettings(({ subagent }) => ({ ...noSettings, subagent }))
  }, [status])
  return [settings, setSettings]
}
