import { useEffect, useRef, useState } from 'preact/hooks'
import { readBase64 } from '../api/read-base64.ts'
import { useDraft } from '../api/use-draft.ts'
import { Icon } from '../icon.tsx'
import { type Modality, partOf } from '../state/chat-features.ts'
import type { AttachedPart } from '../state/thread/thread-entry.ts'
import type { ThreadView } from '../state/thread/thread-view.ts'

interface ComposerProps {
  /** Name of the agent. */
  readonly name: string
  /** Where the unsent text is kept. */
  readonly draft: string
  readonly modalities: readonly Modality[]
  readonly status: ThreadView['status']
  readonly onSend: (said: { text: string; parts: readonly AttachedPart[] }) => void
  readonly onStop: () => void
  /** Undefined while the thread is empty. */
  readonly onRenew: (() => void) | undefined
}

/** The message box: Enter sends, Shift+Enter adds a line, Escape stops the run. */
export function Composer({ name, draft, modalities, status, onSend, onStop, onRenew }: ComposerProps) {
  const [text, setText] = useDraft(draft)
  const [parts, setParts] = useState<readonly AttachedPart[]>([])
  const box = useRef<HTMLTextAreaElement>(null)
  const wasAsking = useRef(false)
  const isRunning = status === 'running'
  useEffect(() => {
    // The answered button had the focus and is gone.
    if (wasAsking.current && status !== 'asking' && document.activeElement === document.body)
      box.current?.focus()
    wasAsking.current = status === 'asking'
  }, [status])
  const canSend = !isRunning && status !== 'asking' && (text.trim() !== '' || parts.length > 0)
  const send = (): void => {
    if (!canSend) return
    onSend({ text, parts })
    setText('')
    setParts([])
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isRunning) onStop()
      }}
    >
      <textarea
        ref={box}
        aria-label="Message"
        rows={status === 'asking' ? 1 : 2}
        disabled={status === 'asking'}
        value={text}
        placeholder={status === 'asking' ? 'Answer the question first' : `Write to ${name}`}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          send()
        }}
      />
      {parts.length > 0 && (
        <ul class="attached" aria-label="Attached">
          {parts.map((part, index) => (
            <li key={index}>
              {part.filename}
              <button
                type="button"
                aria-label={`Remove ${part.filename}`}
                class="plain"
                onClick={() => setParts(parts.toSpliced(index, 1))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="bar">
        {modalities.map((modality) => (
          <AttachButton
            key={modality.name}
            modality={modality}
            onAttach={(added) => setParts((before) => [...before, ...added])}
          />
        ))}
        <span class="grow" />
        {onRenew !== undefined && (
          <button type="button" class="plain" onClick={onRenew}>
            New thread
          </button>
        )}
        {isRunning ? (
          <button type="button" class="stop" onClick={onStop}>
            <Icon name="stop" /> Stop
          </button>
        ) : (
          <button type="submit" class="primary" disabled={!canSend}>
            <Icon name="send" /> Send
          </button>
        )}
      </div>
    </form>
  )
}

interface AttachProps {
  readonly modality: Modality
  readonly onAttach: (parts: readonly AttachedPart[]) => void
}

function AttachButton({ modality: { name, support, accept }, onAttach }: AttachProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = async (files: readonly File[]): Promise<void> => {
    onAttach(await Promise.all(files.map(async (file) => partOf(file, await readBase64(file)))))
  }
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
          void take(files)
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
