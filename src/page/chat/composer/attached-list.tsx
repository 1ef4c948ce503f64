import { Icon } from '../../icon.tsx'
import type { AttachedPart } from '../../state/thread/thread-entry.ts'

interface AttachedProps {
  readonly parts: readonly AttachedPart[]
  readonly onRemove: (index: number) => void
}

/** The attachments of a draft. */
export function AttachedList({ parts, onRemove }: AttachedProps) {
  return (
    <ul class="attached" aria-label="Attached">
      {parts.map(({ type, filename, source: { mimeType, value } }, index) => (
        <li key={index}>
          {type === 'image' && <img src={`data:${mimeType};base64,${value}`} alt="" />}
          {filename}
          <button
            type="button"
            aria-label={`Remove ${filename}`}
            class="plain"
            onClick={() => onRemove(index)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  )
}
