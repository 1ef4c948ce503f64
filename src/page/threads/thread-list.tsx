import { useState } from 'preact/hooks'
import { Icon } from '../icon.tsx'
import { groupByAge, type ListedThread } from '../state/threads/thread-list.ts'
import { ThreadRow } from './thread-row.tsx'
import { useThreads } from './use-threads.ts'

interface ListProps {
  readonly isShown: boolean
  /** Changes when a run starts or ends on this page. */
  readonly moment: string
  /** The thread on the page. */
  readonly current: string | undefined
  readonly nameOf: (agent: string) => string
  readonly onNew: () => void
  readonly onDeleted: (thread: ListedThread) => void
  readonly onChosen: () => void
  /** Hides the list; the button is shown where the list covers the chat. */
  readonly onClose: () => void
}

/** All threads beside the chat: search, open, rename, archive, delete. */
export function ThreadListPanel(props: ListProps) {
  const { isShown, moment, current, nameOf, onNew, onDeleted, onChosen, onClose } = props
  const threads = useThreads({ isShown, moment })
  const { list, search, showsArchived, error } = threads
  const [now] = useState(() => new Date())
  return (
    <aside class="threads" aria-label="Chats">
      <div class="bar">
        <button type="button" class="grow" onClick={onNew}>
          <Icon name="plus" /> New chat
        </button>
        <button type="button" class="plain close-list" aria-label="Close the list" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <form role="search" class="search" onSubmit={(event) => event.preventDefault()}>
        <Icon name="search" />
        <input
          type="search"
          aria-label="Search chats"
          placeholder="Search titles and messages"
          value={search}
          onInput={(event) => threads.find(event.currentTarget.value)}
        />
      </form>
      {error !== undefined && (
        <p role="alert" class="error">
          {error}
        </p>
      )}
      <nav class="thread-groups" aria-label="Chats" tabIndex={-1}>
        {groupByAge(list.threads, now).map(({ name, threads: own }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <ul>
              {own.map((thread) => (
                <ThreadRow
                  key={thread.id}
                  thread={thread}
                  isCurrent={thread.id === current}
                  onChosen={onChosen}
                  agentName={nameOf(thread.agent)}
                  onRename={threads.rename}
                  onArchive={threads.archive}
                  onDelete={async (one) => {
                    await threads.remove(one.id)
                    onDeleted(one)
                  }}
                />
              ))}
            </ul>
          </section>
        ))}
        {list.isLoaded && list.threads.length === 0 && (
          <p class="quiet small">{emptyText(search, showsArchived)}</p>
        )}
        {list.next !== undefined && (
          <button type="button" class="plain" onClick={() => void threads.loadOlder()}>
            Show older chats
          </button>
        )}
      </nav>
      <label class="check">
        <input
          type="checkbox"
          checked={showsArchived}
          onChange={(event) => threads.showArchived(event.currentTarget.checked)}
        />
        Show the archive
      </label>
    </aside>
  )
}

function emptyText(search: string, showsArchived: boolean): string {
  if (search !== '') return `Nothing found for “${search}”.`
  return showsArchived ? 'The archive is empty.' : 'No chats yet.'
}
