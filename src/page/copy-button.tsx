import { useState } from 'preact/hooks'
import { Icon } from './icon.tsx'

/** Copies a text. The clipboard needs HTTPS or localhost. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  if (!isSecureContext) return null
  return (
    <button
      type="button"
      class="plain small"
      aria-label={isCopied ? 'Copied' : label}
      onClick={() => void copy().catch(() => undefined)}
    >
      <Icon name={isCopied ? 'yes' : 'copy'} />
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  )
}
