import { useState } from 'preact/hooks'
import { errorText } from '../../api/request.ts'
import { Icon } from '../../icon.tsx'
import type { QueuedMessage } from '../../state/thread/thread-entry.ts'

interface QueueProps {
  readonly queue: readonly QueuedMessage[]
  readonly onEdit: (id: string, text: string) => Promise<void>
  readonly onRemove: (id: string) => Promise<void>
}

/** The messages that wait for the running turn. */
export function QueueList({ queue, onEdit, onRemove }: QueueProps) {
  const [problem, setProblem] = useState('')
  const attempt = async (change: Promise<void>): Promise<void> => {
    setProblem('')
    await change.catch((error: unknown) => setProblem(errorText(error)))
  }
  return (
    <>
      <ul class="queue" aria-label="Queued messages">
        {queue.map((message) => (
          <QueuedItem
            key={message.id}
            message={message}
            onEdit={(text) => attempt(onEdit(message.id, text))}
            onRemove={() => attempt(onRemove(message.id))}
          />
        ))}
      </ul>
      {problem !== '' && (
        <p role="alert" class="error">
          {problem}
        </p>
      )}
    </>
  )
}

interface ItemProps {
  readonly message: QueuedMessage
  readonly onEdit: (text: string) => Promise<void>
  readonly onRemove: () => Promise<void>
}

function QueuedItem({ message: { text, parts, status }, onEdit, onRemove }: ItemProps) {
  const [edited, setEdited] = useState<string>()
  const save = async (): Promise<void> => {
    if (edited !== undefined && edited.trim() !== '' && edited !== text) await onEdit(edited)
    setEdited(undefined)
  }
  if (edited !== undefined) {
    return (
      <li class="editing">
        <textarea
          aria-label="Queued message"
          rows={2}
          value={edited}
          onInput={({ currentTarget }) => setEdited(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setEdited(undefined)
            if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
              event.preventDefault()
              void save()
            }
          }}
        />
        <button type="button" class="small primary" onClick={() => void save()}>
          Save
        </button>
        <button type="button" class="small plain" onClick={() => setEdited(undefined)}>
          Cancel
        </button>
      </li>
    )
  }
  return (
    <li>
      <span class="state">
        <Icon name="pending" /> {status === 'queued' ? 'Queued' : 'Sending'}
      </span>
      <span class="said">{text === '' ? `${parts.length} attached` : text}</span>
      {status === 'queued' && (
        <>
          <button type="button" class="small plain" onClick={() => setEdited(text)}>
            Edit
          </button>
          <button type="button" class="small plain" onClick={() => void onRemove()}>
            Remove
          </button>
        </>
      )}
    </li>
  )
}
