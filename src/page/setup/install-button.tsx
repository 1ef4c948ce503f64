import { useEffect, useRef, useState } from 'preact/hooks'
import { installAgent } from '../api/install-agent.ts'
import { errorText } from '../api/request.ts'
import { Icon } from '../icon.tsx'
import { type InstallState, installStarted, withProgress } from '../state/agents/install-progress.ts'

interface InstallProps {
  readonly agent: { readonly id: string; readonly name: string }
  readonly onInstalled: () => Promise<void>
}

/** Installs an agent and shows what the installer prints. */
export function InstallButton({ agent: { id, name }, onInstalled }: InstallProps) {
  const [state, setState] = useState<InstallState>()
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const start = async (): Promise<void> => {
    const controller = new AbortController()
    leaving.current = controller
    let now = installStarted
    setState(now)
    try {
      for await (const line of installAgent(id, controller.signal)) setState((now = withProgress(now, line)))
      if (now.status === 'done') await onInstalled()
    } catch (error) {
      if (!controller.signal.aborted) setState({ status: 'failed', text: errorText(error) })
      else setState(undefined)
    }
  }
  if (state?.status === 'running') {
    return (
      <span class="setup" role="status">
        <progress aria-label={`Installing ${name}`} />
        <span class="progress-text">{state.text}</span>
        <button type="button" class="small" onClick={() => leaving.current?.abort()}>
          Cancel
        </button>
      </span>
    )
  }
  return (
    <span class="setup">
      {state?.status !== 'done' && (
        <button type="button" class="small" aria-label={`Install ${name}`} onClick={() => void start()}>
          Install
        </button>
      )}
      {state !== undefined && (
        <span
          class={state.status === 'done' ? 'outcome good' : 'outcome bad'}
          role="status"
          title={state.text}
        >
          <Icon name={state.status === 'done' ? 'yes' : 'no'} />
          {state.text}
          {state.hint !== undefined && `. ${state.hint}`}
        </span>
      )}
    </span>
  )
}
