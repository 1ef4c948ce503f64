import { useState } from 'preact/hooks'
import { MarkdownView } from '../chat/markdown-view.tsx'
import type { TalkEntry } from '../state/sessions/session-talk.ts'
import { ReceiptList } from './receipt-list.tsx'

interface TalkProps {
  readonly entries: readonly TalkEntry[]
  /** Changes with the session's events; open receipts are reloaded. */
  readonly moment: number
}

/** The conversation of a session, as a chat. */
export function TalkView({ entries, moment }: TalkProps) {
  return (
    <>
      {entries.map((entry) => (
        <TalkItem key={entry.id} entry={entry} moment={moment} />
      ))}
    </>
  )
}

function TalkItem({ entry, moment }: { entry: TalkEntry; moment: number }) {
  switch (entry.kind) {
    case 'message':
      return (
        <article
          class={entry.from === undefined ? 'entry user' : 'entry other'}
          aria-label={entry.from ?? 'You'}
        >
          {entry.from !== undefined && <p class="quiet small">{entry.from}</p>}
          <p class="said">{entry.text}</p>
          {entry.delivery !== undefined && (
            <Receipt messageId={entry.id} moment={moment} delivery={entry.delivery} />
          )}
        </article>
      )
    case 'reply':
      return (
        <article class="entry reply" aria-label="Agent">
          <MarkdownView text={entry.text} />
        </article>
      )
    case 'thinking':
      return (
        <details class="entry reasoning">
          <summary>Thoughts</summary>
          <MarkdownView text={entry.text} />
        </details>
      )
    case 'step':
      return <p class={entry.isError ? 'entry notice error' : 'entry step'}>{entry.text}</p>
  }
}

interface ReceiptProps {
  readonly messageId: string
  readonly moment: number
  /** State of the delivery. */
  readonly delivery: string
}

/** The state of a delivery; its receipts are loaded when they are opened. */
function Receipt({ messageId, moment, delivery }: ReceiptProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="receipt" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{delivery}</summary>
      {isOpen && <ReceiptList messageId={messageId} moment={moment} />}
    </details>
  )
}
