import { useState } from 'preact/hooks'
import type { KnownAgent } from '../api/shapes.ts'
import { linkTo } from '../state/place.ts'
import { ChatThread } from './chat-thread.tsx'
import { Picker } from '../picker.tsx'
import { useChats } from './use-chats.ts'

interface ChatProps {
  readonly agents: readonly KnownAgent[]
  readonly isLoading: boolean
  /** The agent in the URL. */
  readonly chosen: string | undefined
}

export function ChatView({ agents, isLoading, chosen }: ChatProps) {
  const chats = useChats()
  const [last, setLast] = useState<string>()
  const fallback = agents.find(({ isInstalled }) => isInstalled) ?? agents[0]
  const id = chosen ?? last ?? fallback?.id
  const agent = agents.find((one) => one.id === id)
  if (chosen !== undefined && chosen !== last) setLast(chosen)
  const picker = (
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
  )
  return (
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
  )
}

function emptyText(id: string | undefined, isLoading: boolean): string {
  if (isLoading) return 'Loading agents…'
  return id === undefined ? 'No agents.' : `No agent is named ${id}.`
}
