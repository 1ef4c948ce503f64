import { useEffect, useState } from 'preact/hooks'
import type { Agents } from '../api/use-agents.ts'
import { Icon } from '../icon.tsx'
import { Picker } from '../picker.tsx'
import { linkTo, type Place } from '../state/place.ts'
import { ThreadListPanel } from '../threads/thread-list.tsx'
import { ChatThread } from './chat-thread.tsx'
import { useChats } from './use-chats.ts'

interface ChatProps {
  readonly agents: Agents
  /** The agent and thread in the URL; undefined if another view is shown. */
  readonly place: Place | undefined
}

/** Width from which the list of chats is beside the chat, not over it. */
const wide = matchMedia('(min-width: 48.01rem)')

/** The list of chats and the chosen one. */
export function ChatView({ agents: { agents, isLoading, needModels }, place }: ChatProps) {
  const chosen = place?.subject
  const chats = useChats()
  const [last, setLast] = useState<string>()
  const [hasList, setHasList] = useState(wide.matches)
  const fallback = agents.find(({ isInstalled }) => isInstalled) ?? agents[0]
  const id = chosen ?? last ?? fallback?.id
  const agent = agents.find((one) => one.id === id)
  if (chosen !== undefined && chosen !== last) setLast(chosen)
  const isShown = place !== undefined
  const shownAgent = isShown ? agent?.id : undefined
  useEffect(() => {
    if (shownAgent !== undefined) needModels(shownAgent)
  }, [shownAgent, needModels])
  const { open } = chats
  useEffect(() => {
    // Every navigation is a new place, also back to a thread that another one replaced.
    if (place?.subject !== undefined && place.thread !== undefined) open(place.subject, place.thread)
  }, [open, place])
  const current = id === undefined ? undefined : chats.threadIdOf(id)
  useEffect(() => {
    // A new chat has an address from its first message on.
    if (shownAgent === undefined || current === undefined) return
    history.replaceState(null, '', linkTo({ view: 'chat', subject: shownAgent, thread: current }))
  }, [shownAgent, current])
  const startNew = (subject: string | undefined): void => {
    if (subject === undefined) return
    open(subject, undefined)
    location.hash = linkTo({ view: 'chat', subject })
  }
  const hideOnPhone = (): void => {
    if (!wide.matches) setHasList(false)
  }
  const picker = (
    <>
      <button
        type="button"
        class="plain"
        aria-expanded={hasList}
        aria-label="List of chats"
        onClick={() => setHasList(!hasList)}
      >
        <Icon name="list" />
      </button>
      <Picker
        label="Agent"
        value={agent?.id ?? ''}
        defaultLabel={agent === undefined ? 'choose one' : undefined}
        options={agents.map(({ id: value, name, isInstalled }) => [
          value,
          isInstalled ? name : `${name} (not installed)`,
        ])}
        onPick={(subject) => {
          location.hash = linkTo({ view: 'chat', subject })
        }}
      />
    </>
  )
  return (
    <div class="chat-layout">
      {hasList && (
        <ThreadListPanel
          isShown={isShown}
          moment={id === undefined ? '' : chats.threadOf(id).status}
          current={current}
          nameOf={(one) => agents.find((known) => known.id === one)?.name ?? one}
          onNew={() => {
            hideOnPhone()
            startNew(id)
          }}
          onDeleted={(deleted) => {
            if (deleted.id === current) startNew(deleted.agent)
          }}
          onChosen={hideOnPhone}
        />
      )}
      <section aria-labelledby="chat-title" class="chat">
        <h2 id="chat-title" class="hidden">
          Chat
        </h2>
        {agent === undefined ? (
          <>
            <div class="toolbar">{picker}</div>
            <p class="empty">{emptyText(id, isLoading)}</p>
          </>
        ) : (
          <ChatThread key={agent.id} agent={agent} chats={chats} picker={picker} />
        )}
      </section>
    </div>
  )
}

function emptyText(id: string | undefined, isLoading: boolean): string {
  if (isLoading) return 'Loading agents…'
  return id === undefined ? 'No agents.' : `No agent is named ${id}.`
}
