import { useState } from 'preact/hooks'
import { Icon } from '../icon.tsx'

/** Copies a text to the clipboard. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [outcome, setOutcome] = useState<string>()
  const copy = (): void => {
    // Missing on pages that are neither HTTPS nor localhost.
    const clipboard = navigator.clipboard as Clipboard | undefined
    const copied = clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
    copied.then(
      () => setOutcome('Copied'),
      () => setOutcome('Select the text and copy it'),
    )
  }
  return (
    <>
      <button type="button" class="plain small" aria-label={`Copy the ${what}`} onClick={copy}>
        <Icon name="copy" />
      </button>
      {outcome !== undefined && (
        <span role="status" class="quiet small">
          {outcome}
        </span>
      )}
    </>
  )
}
