import { useRef, useState } from 'preact/hooks'
import { Icon } from '../icon.tsx'
import { linkTo } from '../state/place.ts'
import { type ListedThread, titleOf } from '../state/threads/thread-list.ts'
import { DeleteDialog } from './delete-dialog.tsx'

export interface RowActions {
  readonly onRename: (id: string, title: string) => Promise<void>
  readonly onArchive: (thread: ListedThread) => Promise<void>
  readonly onDelete: (thread: ListedThread) => Promise<void>
}

interface RowProps extends RowActions {
  readonly thread: ListedThread
  readonly isCurrent: boolean
  readonly onChosen: () => void
  /** Name of the agent. */
  readonly agentName: string
}

const statusTexts = { idle: undefined, running: 'running', waiting: 'waits for you' } as const

/** One thread: a link to it, and its actions. */
export function ThreadRow({ thread, isCurrent, agentName, onChosen, ...actions }: RowProps) {
  const { onRename, onArchive, onDelete } = actions
  const { id, agent, isArchived, status } = thread
  const title = titleOf(thread)
  const [isRenaming, setRenaming] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const menu = useRef<HTMLDetailsElement>(null)
  const address = linkTo({ view: 'chat', subject: agent, thread: id })
  const statusText = statusTexts[status]
  const act = (work: () => void) => () => {
    if (menu.current !== null) menu.current.open = false
    work()
  }
  if (isRenaming) {
    return (
      <li class="thread">
        <RenameForm
          title={thread.title}
          onDone={async (next) => {
            setRenaming(false)
            if (next !== undefined && next !== thread.title) await onRename(id, next)
          }}
        />
      </li>
    )
  }
  return (
    <li class={isCurrent ? 'thread current' : 'thread'}>
      <a href={address} aria-current={isCurrent ? 'true' : undefined} title={title} onClick={onChosen}>
        <span class="thread-title">{title}</span>
        <span class="quiet small">
          {agentName}
          {statusText !== undefined && <span class={`dot thread-status ${status}`}>{statusText}</span>}
        </span>
      </a>
      <details
        ref={menu}
        class="row-menu"
        onKeyDown={({ key }) => {
          if (key === 'Escape' && menu.current !== null) menu.current.open = false
        }}
        onFocusOut={({ relatedTarget }) => {
          if (!(relatedTarget instanceof Node) || !menu.current?.contains(relatedTarget))
            act(() => undefined)()
        }}
      >
        <summary aria-label={`Actions for ${title}`}>
          <Icon name="more" />
        </summary>
        <div class="row-menu-items">
          <a href={address} target="_blank" rel="noopener">
            Open in a new tab
          </a>
          <button type="button" class="plain" onClick={act(() => setRenaming(true))}>
            Rename
          </button>
          <button type="button" class="plain" onClick={act(() => void onArchive(thread))}>
            {isArchived ? 'Move out of the archive' : 'Archive'}
          </button>
          <button type="button" class="plain bad" onClick={act(() => setDeleting(true))}>
            Delete…
          </button>
        </div>
      </details>
      {isDeleting && (
        <DeleteDialog
          title={title}
          onDecided={async (isConfirmed) => {
            setDeleting(false)
            if (isConfirmed) await onDelete(thread)
          }}
        />
      )}
    </li>
  )
}

interface RenameProps {
  readonly title: string
  /** Undefined if the user canceled. */
  readonly onDone: (title: string | undefined) => Promise<void>
}

function RenameForm({ title, onDone }: RenameProps) {
  const [text, setText] = useState(title)
  const isDone = useRef(false)
  /** Once: the field also loses the focus when it goes away. */
  const end = (next: string): void => {
    if (isDone.current) return
    isDone.current = true
    void onDone(next === '' ? undefined : next)
  }
  const done = (): void => end(text.trim())
  return (
    <form
      class="rename"
      onSubmit={(event) => {
        event.preventDefault()
        done()
      }}
    >
      <input
        aria-label="New title"
        value={text}
        ref={(input) => input?.focus()}
        maxLength={200}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={done}
        onKeyDown={({ key }) => {
          if (key === 'Escape') end('')
        }}
      />
    </form>
  )
}
