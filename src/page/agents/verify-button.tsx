import { useEffect, useRef, useState } from 'preact/hooks'
import type { VerifyProgress } from '../../gateway/http/api/jobs/verify-stream.ts'
import { postForLines } from '../api/line-response.ts'
import { errorText } from '../api/request.ts'
import { Icon } from '../icon.tsx'
import { type VerifyState, verifyStarted, withResult } from '../state/agents/verify-progress.ts'

interface VerifyProps {
  readonly agent: { readonly id: string; readonly name: string }
  /** The day of the last verification of this version. */
  readonly last: string | undefined
  readonly onVerified: () => Promise<void>
}

/** Verifies an agent and shows each check as it ends, then the counts and the defects. */
export function VerifyButton({ agent: { id, name }, last, onVerified }: VerifyProps) {
  const [state, setState] = useState<VerifyState>()
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const start = async (): Promise<void> => {
    const controller = new AbortController()
    leaving.current = controller
    let now = verifyStarted
    setState(now)
    const path = `/api/agents/${encodeURIComponent(id)}/verify`
    try {
      for await (const line of postForLines<VerifyProgress>(path, controller.signal)) {
        setState((now = withResult(now, line)))
      }
      if (now.status === 'done') await onVerified()
    } catch (error) {
      if (controller.signal.aborted) setState(undefined)
      else setState({ ...now, status: 'failed', text: errorText(error) })
    }
  }
  if (state?.status === 'running') {
    const { done, total, text } = state
    return (
      <span class="setup" role="status">
        <progress aria-label={`Verifying ${name}`} {...(total === 0 ? {} : { max: total, value: done })} />
        <span class="progress-text">{text}</span>
        <button
          type="button"
          class="small"
          aria-label={`Stop verifying ${name}`}
          onClick={() => leaving.current?.abort()}
        >
          Cancel
        </button>
      </span>
    )
  }
  return (
    <span class="setup">
      <button type="button" class="small" aria-label={`Verify ${name}`} onClick={() => void start()}>
        Verify
      </button>
      {state === undefined ? (
        last !== undefined && <span class="quiet">verified {last}</span>
      ) : (
        <VerifyOutcome {...state} />
      )}
    </span>
  )
}

function VerifyOutcome({ status, text, defects }: VerifyState) {
  const isGood = status === 'done' && defects.length === 0
  return (
    <span role="status" class={isGood ? 'outcome good' : 'outcome bad'} title={[text, ...defects].join('\n')}>
      <Icon name={isGood ? 'yes' : 'no'} />
      {[text, ...defects].join('. ')}
    </span>
  )
}
