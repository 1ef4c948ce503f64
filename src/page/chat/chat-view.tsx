import { useRef, useState } from 'preact/hooks'
import { saveSecondChat, savedSecondChat } from '../api/second-chat.ts'
import type { KnownAgent } from '../api/shapes.ts'
import { Icon } from '../icon.tsx'
import { agentOf, nextChat } from '../state/panes/chat-key.ts'
import { linkTo } from '../state/place.ts'
import { emptyThread } from '../state/thread/thread-view.ts'
import { BellButton } from './panes/bell-button.tsx'
import { ChatPane } from './panes/chat-pane.tsx'
import { loadShortcutsSheet } from './panes/shortcuts-sheet.lazy.ts'
import { useAttention } from './panes/use-attention.ts'
import { useShortcuts } from './panes/use-shortcuts.ts'
import { useWide } from './panes/use-wide.ts'
import { useChats } from './use-chats.ts'
import { useLoaded } from './use-loaded.ts'

interface ChatProps {
  readonly agents: readonly KnownAgent[]
  readonly isLoading: boolean
  /** The agent in the URL. */
  readonly chosen: string | undefined
}

/** The chat, or two side by side if the window is wide enough. */
export function ChatView({ agents, isLoading, chosen }: ChatProps) {
  const chats = useChats()
  const view = useRef<HTMLElement>(null)
  const [last, setLast] = useState<string>()
  const [second, setSecond] = useState(savedSecondChat)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { module: help } = useLoaded(loadShortcutsSheet, isHelpOpen)
  const hasTwo = useWide() && second !== undefined
  const fallback = agents.find(({ installed }) => installed) ?? agents[0]
  const id = chosen ?? last ?? fallback?.id
  if (chosen !== undefined && chosen !== last) setLast(chosen)
  const pickSecond = (agent: string | undefined): void => {
    saveSecondChat(agent)
    setSecond(agent)
  }
  const nameOf = (agent: string): string => agents.find((one) => one.id === agent)?.name ?? agent
  useAttention(chats.threads, nameOf)
  useShortcuts(view, {
    help: () => setHelpOpen(true),
    next: () => {
      if (hasTwo) focusOtherPane(view.current)
      else goToNext(chats.threads, id)
    },
  })
  const shared = { agents, isLoading, chats }
  return (
    <section ref={view} aria-labelledby="chat-title" class="chat">
      <h2 id="chat-title" class="hidden">
        Chat
      </h2>
      <ChatPane
        {...shared}
        side="left"
        chosen={id}
        onPick={goTo}
        tools={
          <>
            <BellButton />
            <ToolButton icon="keyboard" label="Keyboard shortcuts" onClick={() => setHelpOpen(true)} />
            {!hasTwo && (
              <ToolButton icon="split" label="Open a second chat" onClick={() => pickSecond(second ?? id)} />
            )}
          </>
        }
      />
      {hasTwo && (
        <ChatPane
          {...shared}
          side="right"
          chosen={second}
          onPick={pickSecond}
          tools={
            <ToolButton icon="close" label="Close the second chat" onClick={() => pickSecond(undefined)} />
          }
        />
      )}
      {isHelpOpen && help !== undefined && <help.ShortcutsSheet onClose={() => setHelpOpen(false)} />}
    </section>
  )
}

interface ToolProps {
  readonly icon: 'keyboard' | 'split' | 'close'
  readonly label: string
  readonly onClick: () => void
}

function ToolButton({ icon, label, onClick }: ToolProps) {
  return (
    <button
      type="button"
      class={`plain tool-button ${icon}`}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} />
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
