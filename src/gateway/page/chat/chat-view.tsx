import { useState } from 'preact/hooks'
import type { KnownAgent } from '../api/shapes.ts'
import { linkTo } from '../state/place.ts'
import { ChatThread } from './chat-thread.tsx'
import { useChats } from './use-chats.ts'

interface ChatProps {
  readonly agents: readonly KnownAgent[]
  /** The agent that the address names. */
  readonly chosen: string | undefined
}

/** A conversation with one agent at a time. */
export function ChatView({ agents, chosen }: ChatProps) {
  const chats = useChats()
  const [last, setLast] = useState<string>()
  const fallback = agents.find(({ installed }) => installed) ?? agents[0]
  const id = chosen ?? last ?? fallback?.id
  const agent = agents.find((one) => one.id === id)
  if (chosen !== undefined && chosen !== last) setLast(chosen)
  return (
    <section aria-labelledby="chat-title" class="chat">
      <h2 id="chat-title">Chat</h2>
      <label>
        Agent{' '}
        <select
          value={id ?? ''}
          onChange={(event) => {
            location.hash = linkTo({ view: 'chat', subject: event.currentTarget.value })
          }}
        >
          {agents.map(({ id: value, name, installed }) => (
            <option key={value} value={value}>
              {installed ? name : `${name} (not installed)`}
            </option>
          ))}
        </select>
      </label>
      {agent === undefined ? (
        <p>{id === undefined ? 'There is no agent.' : `There is no agent called ${id}.`}</p>
      ) : (
        <ChatThread key={agent.id} agent={agent} chats={chats} />
      )}
    </section>
  )
}
