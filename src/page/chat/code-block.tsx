import { useState } from 'preact/hooks'
import { Icon } from '../icon.tsx'

/** Preformatted text with a copy button. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  return (
    <figure class="code">
      <figcaption>
        <span>{label}</span>
        {/* The clipboard needs HTTPS or localhost. */}
        {isSecureContext && (
          <button type="button" class="plain small" onClick={() => void copy().catch(() => undefined)}>
            <Icon name={isCopied ? 'yes' : 'copy'} />
            {isCopied ? 'Copied' : 'Copy'}
          </button>
        )}
      </figcaption>
      <pre tabIndex={0}>{text}</pre>
    </figure>
  )
}
