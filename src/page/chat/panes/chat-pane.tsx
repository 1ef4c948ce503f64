import type { ComponentChildren } from 'preact'
import type { KnownAgent } from '../../api/shapes.ts'
import { Picker } from '../../picker.tsx'
import { chatKey, type Side } from '../../state/panes/chat-key.ts'
import { ChatThread } from '../chat-thread.tsx'
import type { Chats } from '../use-chats.ts'

export interface PaneProps {
  readonly side: Side
  readonly agents: readonly KnownAgent[]
  /** The id of its agent. */
  readonly chosen: string | undefined
  readonly isLoading: boolean
  readonly chats: Chats
  /** Shown before the picker. */
  readonly before?: ComponentChildren
  readonly onPick: (agent: string) => void
  /** Buttons at the end of the toolbar. */
  readonly tools: ComponentChildren
}

/** One of at most two chats: the agent picker and its thread. */
export function ChatPane({ side, agents, chosen, isLoading, chats, before, onPick, tools }: PaneProps) {
  const agent = agents.find(({ id }) => id === chosen)
  const picker = (
    <>
      {before}
      <Picker
        label="Agent"
        value={agent?.id ?? ''}
        defaultLabel={agent === undefined ? 'choose one' : undefined}
        options={agents.map(({ id, name, isInstalled }) => [
          id,
          isInstalled ? name : `${name} (not installed)`,
        ])}
        onPick={onPick}
      />
    </>
  )
  return (
    <div class="pane" role="group" aria-label={side === 'left' ? 'Chat' : 'Second chat'}>
      {agent === undefined ? (
        <>
          <div class="toolbar">
            {picker}
            <div class="chat-tools">{tools}</div>
          </div>
          <p class="empty">{emptyText(chosen, isLoading)}</p>
        </>
      ) : (
        <ChatThread
          key={agent.id}
          agent={agent}
          chatKey={chatKey(agent.id, side)}
          chats={chats}
          picker={picker}
          tools={tools}
        />
      )}
    </div>
  )
}

function emptyText(id: string | undefined, isLoading: boolean): string {
  if (isLoading) return 'Loading agents…'
  return id === undefined ? 'No agents.' : `No agent is named ${id}.`
}
