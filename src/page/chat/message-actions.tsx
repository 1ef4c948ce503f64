import { Icon } from '../icon.tsx'
import { CopyButton } from '../copy-button.tsx'

interface ActionsProps {
  readonly text: string
  /** Copies the message into the message box. */
  readonly onEdit?: (() => void) | undefined
  /** Sends the message again. */
  readonly onRetry?: (() => void) | undefined
}

/** The actions of a message; shown when the message has the pointer or the focus. */
export function MessageActions({ text, onEdit, onRetry }: ActionsProps) {
  return (
    <div class="actions" role="group" aria-label="Message actions">
      {text !== '' && <CopyButton text={text} label="Copy message" />}
      {onEdit !== undefined && (
        <button type="button" class="plain small" aria-label="Edit message" onClick={onEdit}>
          <Icon name="edit" /> Edit
        </button>
      )}
      {onRetry !== undefined && (
        <button type="button" class="plain small" aria-label="Retry message" onClick={onRetry}>
          <Icon name="retry" /> Retry
        </button>
      )}
    </div>
  )
}
