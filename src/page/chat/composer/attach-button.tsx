import { useRef } from 'preact/hooks'
import { Icon } from '../../icon.tsx'
import type { Modality } from '../../state/chat-features.ts'

interface AttachProps {
  readonly modality: Modality
  readonly onFiles: (files: readonly File[]) => void
}

export function AttachButton({ modality: { name, support, accept }, onFiles }: AttachProps) {
  const input = useRef<HTMLInputElement>(null)
  const doubt = support === 'unknown' ? ', support unknown' : ''
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Lets the user choose the same file again.
          currentTarget.value = ''
          onFiles(files)
        }}
      />
      <button
        type="button"
        class={`plain attach ${support}`}
        aria-label={`Attach ${name}${doubt}`}
        title={`Attach ${name}${doubt}`}
        onClick={() => input.current?.click()}
      >
        <Icon name={name} />
        <span>
          {name}
          {support === 'unknown' && '?'}
        </span>
      </button>
    </>
  )
}
