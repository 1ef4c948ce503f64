import { Icon } from '../../icon.tsx'
import type { Modality } from '../../state/chat-features.ts'
import { AttachButton } from './attach-button.tsx'

interface BarProps {
  readonly modalities: readonly Modality[]
  readonly isRunning: boolean
  readonly canSend: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly onStop: () => void
  /** Undefined while the thread is empty. */
  readonly onRenew: (() => void) | undefined
}

/** The buttons below the message box. During a turn, a message can be sent too. */
export function ComposerBar({ modalities, isRunning, canSend, onFiles, onStop, onRenew }: BarProps) {
  return (
    <div class="bar">
      {modalities.map((modality) => (
        <AttachButton key={modality.name} modality={modality} onFiles={onFiles} />
      ))}
      <span class="grow" />
      {onRenew !== undefined && (
        <button type="button" class="plain" data-shortcut="new" onClick={onRenew}>
          New chat
        </button>
      )}
      {isRunning && (
        <button type="button" class="stop" data-shortcut="stop" onClick={onStop}>
          <Icon name="stop" /> Stop
        </button>
      )}
      {(!isRunning || canSend) && (
        <button type="submit" class="primary" disabled={!canSend}>
          <Icon name="send" /> Send
        </button>
      )}
    </div>
  )
}
