import { useState } from 'preact/hooks'
import { Icon } from '../icon.tsx'

/** Text as it is, with a button that copies it. */
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
        {/* Only a page on the machine itself or over HTTPS may copy. */}
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
