import type { RefObject } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ChatCommand, Modality } from '../../state/chat-features.ts'
import type { ThreadView } from '../../state/thread/thread-view.ts'
import type { Said } from '../chat-store.ts'
import { AttachedList } from './attached-list.tsx'
import { ComposerBar } from './composer-bar.tsx'
import { MenuList } from './menu-list.tsx'
import { useAttaching } from './use-attaching.ts'
import { useComposerMenu } from './use-composer-menu.ts'
import type { Draft } from './use-draft.ts'

type Box = RefObject<HTMLTextAreaElement | null>

interface ComposerProps {
  /** Name of the agent. */
  readonly name: string
  readonly modalities: readonly Modality[]
  readonly commands: readonly ChatCommand[]
  readonly status: ThreadView['status']
  readonly draft: Draft
  readonly box: Box
  readonly onSend: (said: Said) => void
  readonly onStop: () => void
  /** Undefined while the thread is empty. */
  readonly onRenew: (() => void) | undefined
}

/** The message box: Enter sends, Shift+Enter adds a line, Escape stops the run, `/` and `@` open menus. */
export function Composer(props: ComposerProps) {
  const { name, modalities, commands, status, draft, box, onSend, onStop, onRenew } = props
  const { text, parts } = draft.said
  const isRunning = status === 'running'
  const isAsking = status === 'asking'
  const { take, note, clearNote, isDropTarget, dropHandlers } = useAttaching({ draft, modalities, name })
  const canSend = !isAsking && (text.trim() !== '' || parts.length > 0)
  const send = (): void => {
    if (!canSend) return
    onSend({ text, parts })
    draft.clear()
    clearNote()
  }
  useFocusAfterAnswer(status, box)
  return (
    <form
      class={isDropTarget ? 'composer dropping' : 'composer'}
      {...dropHandlers}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isRunning && !event.defaultPrevented) onStop()
      }}
    >
      <MessageBox
        name={name}
        box={box}
        text={text}
        commands={commands}
        isAsking={isAsking}
        placeholder={isAsking ? 'Answer the question first' : `Write to ${name}`}
        onText={(next) => draft.change({ text: next })}
        onFiles={take}
        onSend={send}
      />
      {parts.length > 0 && (
        <AttachedList
          parts={parts}
          onRemove={(index) => draft.change({ parts: parts.toSpliced(index, 1) })}
        />
      )}
      <p role="status" class="note">
        {note}
      </p>
      <ComposerBar
        modalities={modalities}
        isRunning={isRunning}
        canSend={canSend}
        onFiles={take}
        onStop={onStop}
        onRenew={onRenew}
      />
    </form>
  )
}

interface BoxProps {
  /** Name of the agent. */
  readonly name: string
  readonly box: Box
  readonly text: string
  readonly commands: readonly ChatCommand[]
  readonly isAsking: boolean
  readonly placeholder: string
  readonly onText: (text: string) => void
  readonly onFiles: (files: readonly File[]) => void
  readonly onSend: () => void
}

function MessageBox(props: BoxProps) {
  const { name, box, text, commands, isAsking, placeholder, onText, onFiles, onSend } = props
  const [caret, setCaret] = useState(text.length)
  const moveCaret = useCaret(box)
  const listId = useId()
  const { menu, lacksCommands, takeKey } = useComposerMenu({
    text,
    caret,
    commands,
    onChoice: (next, place) => {
      onText(next)
      setCaret(place)
      moveCaret(place)
    },
  })
  const follow = ({ currentTarget }: { currentTarget: HTMLTextAreaElement }): void =>
    setCaret(currentTarget.selectionStart)
  // HTML allows no combobox role on a text area, but a text box may point at the options of its list.
  const options =
    menu === undefined ? {} : { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${menu.active}` }
  return (
    <>
      {menu !== undefined && <MenuList id={listId} menu={menu} />}
      {lacksCommands && (
        <p role="status" class="menu empty-menu">
          {name} has reported no commands yet. Agents report them after the first message.
        </p>
      )}
      <textarea
        ref={box}
        aria-label="Message"
        aria-autocomplete="list"
        {...options}
        data-shortcut="write"
        rows={isAsking ? 1 : 2}
        // A question that arrives while the user writes leaves the keys in the text.
        disabled={isAsking && text === ''}
        value={text}
        placeholder={placeholder}
        onInput={(event) => {
          onText(event.currentTarget.value)
          follow(event)
        }}
        onKeyUp={follow}
        onClick={follow}
        onBlur={() => setCaret(-1)}
        onPaste={(event) => {
          const files = [...(event.clipboardData?.files ?? [])]
          if (files.length === 0) return
          event.preventDefault()
          onFiles(files)
        }}
        onKeyDown={(event) => {
          if (takeKey(event)) event.preventDefault()
          else if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
            event.preventDefault()
            onSend()
          }
        }}
      />
    </>
  )
}

/** Focuses the message box after an answer: the answered button had the focus and is gone. */
function useFocusAfterAnswer(status: ThreadView['status'], box: Box): void {
  const wasAsking = useRef(false)
  useEffect(() => {
    if (wasAsking.current && status !== 'asking' && document.activeElement === document.body)
      box.current?.focus()
    wasAsking.current = status === 'asking'
  }, [status, box])
}

/** Moves the caret after the next render, when the box has its new text. */
function useCaret(box: Box): (caret: number) => void {
  const next = useRef<number | undefined>(undefined)
  useLayoutEffect(() => {
    if (next.current === undefined) return
    box.current?.setSelectionRange(next.current, next.current)
    next.current = undefined
  })
  return (caret) => {
    next.current = caret
  }
}
