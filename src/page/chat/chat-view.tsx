import { useEffect, useRef, useState } from 'preact/hooks'
import { savedSecondChat, saveSecondChat } from '../api/saved-chats.ts'
import type { Agents } from '../api/use-agents.ts'
import { Icon } from '../icon.tsx'
import { agentOf, nextChat } from '../state/panes/chat-key.ts'
import { linkTo, type Place } from '../state/place.ts'
import { emptyThread } from '../state/thread/thread-view.ts'
import { ThreadListPanel } from '../threads/thread-list.tsx'
import { ChatPanes } from './panes/chat-panes.tsx'
import { loadShortcutsSheet } from './panes/shortcuts-sheet.lazy.ts'
import { useAttention } from './panes/use-attention.ts'
import { useShortcuts } from './panes/use-shortcuts.ts'
import { useChats } from './use-chats.ts'
import { useLoaded } from './use-loaded.ts'
import { useThreadAddress } from './use-thread-address.ts'

interface ChatProps {
  readonly agents: Agents
  /** The agent and thread in the URL; undefined if another view is shown. */
  readonly place: Place | undefined
}

/** Width from which the list of chats is beside the chat, not over it. */
const wide = matchMedia('(min-width: 48.01rem)')

/** The list of chats, and the chosen one or two side by side if the window is wide enough. */
export function ChatView({ agents: { agents, isLoading, needModels }, place }: ChatProps) {
  const chosen = place?.subject
  const chats = useChats()
  const { store, threads } = chats
  const view = useRef<HTMLElement>(null)
  const [last, setLast] = useState<string>()
  const [second, setSecond] = useState(savedSecondChat)
  const [hasList, setHasList] = useState(wide.matches)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { module: help } = useLoaded(loadShortcutsSheet, isHelpOpen)
  const hasTwo = useWide() && second !== undefined
  const id = chosen ?? last ?? (agents.find(({ isInstalled }) => isInstalled) ?? agents[0])?.id
  if (chosen !== undefined && chosen !== last) setLast(chosen)
  const current = useThreadAddress({ store, place, agent: id })
  const isShown = place !== undefined
  useEffect(() => {
    for (const agent of [id, hasTwo ? second : undefined]) {
      if (isShown && agents.some((one) => one.id === agent)) needModels(agent ?? '')
    }
  }, [isShown, agents, id, second, hasTwo, needModels])
  const nameOf = (agent: string): string => agents.find((one) => one.id === agent)?.name ?? agent
  useAttention(threads, nameOf)
  useShortcuts(view, {
    help: () => setHelpOpen(true),
    next: () => {
      if (hasTwo) focusOtherPane(view.current)
      else goToNext(threads, id)
    },
  })
  const startNew = (agent: string | undefined): void => {
    if (agent === undefined) return
    store.open(agent, undefined)
    goTo(agent)
  }
  const hideOnPhone = (): void => {
    if (!wide.matches) setHasList(false)
  }
  return (
    <div class="chat-layout">
      {hasList && (
        <ThreadListPanel
          isShown={isShown}
          moment={id === undefined ? '' : (threads[id]?.status ?? '')}
          current={current}
          nameOf={nameOf}
          onNew={() => {
            hideOnPhone()
            startNew(id)
          }}
          onDeleted={(deleted) => {
            if (deleted.id === current) startNew(deleted.agent)
          }}
          onChosen={hideOnPhone}
          onClose={() => setHasList(false)}
        />
      )}
      <section ref={view} aria-labelledby="chat-title" class="chat">
        <h2 id="chat-title" class="hidden">
          Chat
        </h2>
        <ChatPanes
          shared={{ agents, isLoading, chats }}
          first={id}
          second={hasTwo ? second : undefined}
          before={<ListButton isOpen={hasList} onClick={() => setHasList(!hasList)} />}
          onPickFirst={goTo}
          onPickSecond={(agent) => {
            saveSecondChat(agent)
            setSecond(agent)
          }}
          onHelp={() => setHelpOpen(true)}
        />
        {isHelpOpen && help !== undefined && <help.ShortcutsSheet onClose={() => setHelpOpen(false)} />}
      </section>
    </div>
  )
}

function ListButton({ isOpen, onClick }: { isOpen: boolean; onClick: () => void }) {
  return (
    <button type="button" class="plain" aria-expanded={isOpen} aria-label="List of chats" onClick={onClick}>
      <Icon name="list" />
    </button>
  )
}

function goTo(subject: string): void {
  location.hash = linkTo({ view: 'chat', subject })
}

/** Shows the next chat of this tab that has messages. */
function goToNext(threads: ReturnType<typeof useChats>['threads'], current = ''): void {
  const open = Object.entries(threads).filter(([, thread]) => thread !== emptyThread)
  const next = nextChat(
    open.map(([key]) => key),
    current,
  )
  if (next !== undefined) goTo(agentOf(next))
}

function focusOtherPane(view: HTMLElement | null): void {
  const panes = [...(view?.querySelectorAll('.pane') ?? [])]
  const current = panes.findIndex((pane) => pane.contains(document.activeElement))
  panes[current === 1 ? 0 : 1]?.querySelector<HTMLElement>('.log')?.focus()
}

const wideEnough = '(min-width: 75rem)'

/** Whether the window is wide enough for two chats. */
function useWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(wideEnough).matches)
  useEffect(() => {
    const media = matchMedia(wideEnough)
    const follow = (): void => setWide(media.matches)
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])
  return isWide
}
