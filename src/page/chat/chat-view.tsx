import { useEffect, useState } from 'preact/hooks'
import type { Agents } from '../api/use-agents.ts'
import { linkTo, type Place } from '../state/place.ts'
import { ChatThread } from './chat-thread.tsx'
import { Picker } from '../picker.tsx'
import { useChats } from './use-chats.ts'

interface ChatProps {
  readonly agents: Agents
  /** The agent and thread in the URL; undefined if another view is shown. */
  readonly place: Place | undefined
}

export function ChatView({ agents: { agents, isLoading, needModels }, place }: ChatProps) {
  const chosen = place?.subject
  const chats = useChats()
  const [last, setLast] = useState<string>()
  const fallback = agents.find(({ isInstalled }) => isInstalled) ?? agents[0]
  const id = chosen ?? last ?? fallback?.id
  const agent = agents.find((one) => one.id === id)
  if (chosen !== undefined && chosen !== last) setLast(chosen)
  const isShown = place !== undefined
  const shownAgent = isShown ? agent?.id : undefined
  useEffect(() => {
    if (shownAgent !== undefined) needModels(shownAgent)
  }, [shownAgent, needModels])
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
