import { useState } from 'preact/hooks'
import type { SendResult } from '../../sessions/participant.ts'
import type { SessionReport } from '../../sessions/wire/wire-methods.ts'
import { newId } from '../api/new-id.ts'
import { postJson } from '../api/request.ts'
import { Picker } from '../picker.tsx'
import { modesFor } from '../state/session-board.ts'
import { ReceiptList } from './receipt-list.tsx'
import { useTask } from './use-task.ts'

interface MessageBoxProps {
  readonly report: SessionReport
  /** The last thing that happened in the session: what became of a message is asked for again after it. */
  readonly moment: number
  readonly onSent: () => Promise<void>
}

/** Writes to a session, in the ways that it can take now. */
export function MessageBox({ report, moment, onSent }: MessageBoxProps) {
  const modes = modesFor(report)
  const [text, setText] = useState('')
  const [chosen, setMode] = useState<string>()
  const [sent, setSent] = useState<string>()
  // The same until it was sent, so that trying again after a lost answer sends nothing twice.
  const [key, setKey] = useState(() => newId('message'))
  const { isBusy, error, run } = useTask()
  const mode = modes.find((one) => one === chosen) ?? modes.find((one) => one === 'on-idle') ?? modes[0]
  const send = async (): Promise<void> => {
    const message = { to: `@${report.identity.handle}`, text, mode, idempotencyKey: key }
    const result = await postJson<SendResult>('/api/messages', message)
    setSent(result.message.id)
    setText('')
    setKey(newId('message'))
    await onSent()
  }
  if (mode === undefined) return <p class="quiet">It takes no messages now.</p>
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
        onInput={(event) => {
          setText(event.currentTarget.value)
          // Another text under the same key would be refused.
          setKey(newId('message'))
        }}
      />
      <div class="bar">
        <Picker label="Delivered" value={mode} options={modes.map((one) => [one, one])} onPick={setMode} />
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
      {sent !== undefined && <ReceiptList key={sent} messageId={sent} moment={moment} />}
    </form>
  )
}
