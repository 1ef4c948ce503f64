import { useState } from 'preact/hooks'
import type { SendResult } from '../../sessions/participant.ts'
import type { SessionReport } from '../../sessions/wire/wire-methods.ts'
import { newId } from '../api/new-id.ts'
import { postJson } from '../api/request.ts'
import { Picker } from '../picker.tsx'
import { modesFor } from '../state/sessions/session-board.ts'
import { useTask } from './use-task.ts'

interface MessageBoxProps {
  readonly report: SessionReport
  readonly onSent: () => Promise<void>
}

/** Sends a message to a session in one of the delivery modes it supports. */
export function MessageBox({ report, onSent }: MessageBoxProps) {
  const modes = modesFor(report)
  const [text, setText] = useState('')
  const [chosen, setMode] = useState<string>()
  // Kept until the message is sent, so that a retry after a lost response sends no duplicate.
  const [key, setKey] = useState(() => newId('message'))
  const { isBusy, error, run } = useTask()
  const mode = modes.find((one) => one === chosen) ?? modes.find((one) => one === 'on-idle') ?? modes[0]
  const send = async (): Promise<void> => {
    const message = { to: `@${report.identity.handle}`, text, mode, idempotencyKey: key }
    await postJson<SendResult>('/api/messages', message)
    setText('')
    setKey(newId('message'))
    await onSent()
  }
  if (mode === undefined) return <p class="quiet">This session cannot receive messages now.</p>
  return (
    <form
      class="composer"
      aria-label={`Message to @${report.identity.handle}`}
      onSubmit={(event) => {
        event.preventDefault()
        run(send)
      }}
    >
      <textarea
        aria-label="Message"
        rows={2}
        placeholder={`Write to @${report.identity.handle}`}
        value={text}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          if (text.trim() !== '') run(send)
        }}
        onInput={(event) => {
          setText(event.currentTarget.value)
          // The gateway rejects another text under the same key.
          setKey(newId('message'))
        }}
      />
      <div class="bar">
        <Picker label="Delivery" value={mode} options={modes.map((one) => [one, one])} onPick={setMode} />
        <span class="grow" />
        <button type="submit" class="primary" disabled={isBusy || text.trim() === ''}>
          Send
        </button>
      </div>
      {error !== undefined && (
        <p role="alert" class="error">
          {error}
        </p>
      )}
    </form>
  )
}
