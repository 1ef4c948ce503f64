import type { ComponentChildren } from 'preact'
import { Icon } from '../../icon.tsx'
import { BellButton } from './bell-button.tsx'
import { ChatPane, type PaneProps } from './chat-pane.tsx'

interface PanesProps {
  readonly shared: Pick<PaneProps, 'agents' | 'isLoading' | 'chats'>
  /** The agent of the chat on the left. */
  readonly first: string | undefined
  /** The agent of the chat on the right; undefined for one chat. */
  readonly second: string | undefined
  /** Shown before the picker of the first chat. */
  readonly before: ComponentChildren
  readonly onPickFirst: (agent: string) => void
  readonly onPickSecond: (agent: string | undefined) => void
  readonly onHelp: () => void
}

/** One chat, or two side by side. */
export function ChatPanes(props: PanesProps) {
  const { shared, first, second, before, onPickFirst, onPickSecond, onHelp } = props
  return (
    <>
      <ChatPane
        {...shared}
        side="left"
        chosen={first}
        before={before}
        onPick={onPickFirst}
        tools={
          <>
            <BellButton />
            <ToolButton icon="keyboard" label="Keyboard shortcuts" onClick={onHelp} />
            {second === undefined && (
              <ToolButton icon="split" label="Open a second chat" onClick={() => onPickSecond(first)} />
            )}
          </>
        }
      />
      {second !== undefined && (
        <ChatPane
          {...shared}
          side="right"
          chosen={second}
          onPick={onPickSecond}
          tools={
            <ToolButton icon="close" label="Close the second chat" onClick={() => onPickSecond(undefined)} />
          }
        />
      )}
    </>
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
