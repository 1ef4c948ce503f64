import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { answerDelayMs, type ShortcutAction, shortcutFor } from '../../state/panes/shortcuts.ts'

const fields = 'input, textarea, select, [contenteditable]'

/**
 * Runs shortcuts while the chat is shown. A key presses the button marked with its action in the pane that had the focus
 * last, so it can do nothing that a click could not; `others` are actions without a button there.
 */
export function useShortcuts(
  chat: RefObject<HTMLElement | null>,
  others: Partial<Record<ShortcutAction, () => void>>,
): void {
  const last = useRef<Element>(null)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      const pane = target instanceof Element ? target.closest('.pane') : null
      if (pane !== null) last.current = pane
    }
    const onKey = (event: KeyboardEvent): void => {
      const { current } = chat
      const { target } = event
      if (event.defaultPrevented || !current?.checkVisibility()) return
      if (document.querySelector('dialog[open]') !== null) return
      const action = shortcutFor(event, target instanceof Element && target.closest(fields) !== null)
      if (action === undefined) return
      const pane = last.current?.isConnected ? last.current : current
      const other = others[action]
      if (other === undefined ? press(pane, action) : call(other)) event.preventDefault()
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onKey)
    }
  })
}

function call(action: () => void): true {
  action()
  return true
}

function press(pane: Element, action: ShortcutAction): boolean {
  const button = pane.querySelector<HTMLElement>(`[data-shortcut="${action}"]:not(:disabled)`)
  if (button === null) return false
  const shown = button.closest<HTMLElement>('[data-shown]')?.dataset['shown']
  if (shown !== undefined && Date.now() - Number(shown) < answerDelayMs) return false
  if (action === 'write') button.focus()
  else button.click()
  return true
}
