import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Icon } from '../icon.tsx'

interface SheetProps {
  readonly title: string
  readonly kind: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A modal dialog; Escape and a press beside it close it. */
export function Sheet({ title, kind, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      class={`sheet ${kind}`}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close()
      }}
    >
      <div class="sheet-body">
        <header>
          <h3 id={titleId}>{title}</h3>
          <button type="button" class="plain" aria-label="Close" onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
