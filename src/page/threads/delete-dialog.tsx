import { useEffect, useRef } from 'preact/hooks'

interface DeleteProps {
  readonly title: string
  readonly onDecided: (isConfirmed: boolean) => Promise<void>
}

/** Asks before a thread is deleted. Escape keeps the thread. */
export function DeleteDialog({ title, onDecided }: DeleteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isConfirmed = useRef(false)
  useEffect(() => dialog.current?.showModal(), [])
  const close = (confirmed: boolean): void => {
    isConfirmed.current = confirmed
    dialog.current?.close()
  }
  return (
    <dialog
      ref={dialog}
      class="login-help"
      aria-label="Delete the chat?"
      onClose={() => void onDecided(isConfirmed.current)}
    >
      <div>
        <h3>Delete the chat?</h3>
        <p>
          “{title}” and its messages are deleted, and its agent is stopped. Files that the agent changed stay.
        </p>
        <div class="bar">
          <span class="grow" />
          <button type="button" onClick={() => close(false)}>
            Keep
          </button>
          <button type="button" class="stop" onClick={() => close(true)}>
            Delete
          </button>
        </div>
      </div>
    </dialog>
  )
}
