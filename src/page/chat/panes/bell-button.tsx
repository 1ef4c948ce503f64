import { useState } from 'preact/hooks'
import { notifyState, switchNotify } from '../../api/notifications.ts'
import { Icon } from '../../icon.tsx'

const labels = {
  on: 'Notify me of questions: on',
  off: 'Notify me of questions: off',
  blocked: 'Notifications are blocked in the settings of this browser',
} as const

/** Switches notifications of questions. The browser asks for permission only after a click. */
export function BellButton() {
  const [state, setState] = useState(notifyState)
  if (state === 'unsupported') return null
  return (
    <button
      type="button"
      class="plain tool-button"
      aria-label={labels[state]}
      title={labels[state]}
      aria-pressed={state === 'on'}
      disabled={state === 'blocked'}
      onClick={() => void switchNotify().then(setState)}
    >
      <Icon name={state === 'on' ? 'bell' : 'bell-off'} />
    </button>
  )
}
