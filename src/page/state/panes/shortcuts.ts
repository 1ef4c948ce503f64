/** The actions of the chat with a key. */
export type ShortcutAction = 'allow' | 'deny' | 'stop' | 'new' | 'next' | 'write' | 'changes' | 'help'

export interface Shortcut {
  readonly key: string
  readonly action: ShortcutAction
  readonly label: string
}

/** One key each, without a modifier. They never fire while the focus is in a text field. */
export const shortcuts: readonly Shortcut[] = [
  { key: 'a', action: 'allow', label: 'Allow what the agent asks' },
  { key: 'd', action: 'deny', label: 'Deny what the agent asks' },
  { key: 's', action: 'stop', label: 'Stop the run' },
  { key: 'n', action: 'new', label: 'New chat' },
  { key: 'j', action: 'next', label: 'Next chat' },
  { key: 'c', action: 'changes', label: 'Show all changes of the chat' },
  { key: 'm', action: 'write', label: 'Write a message' },
  { key: '?', action: 'help', label: 'Show these shortcuts' },
]

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly repeat: boolean
  readonly isComposing: boolean
}

/** The action of a key press; undefined while the user writes, or with a modifier. */
export function shortcutFor(press: KeyPress, isWriting: boolean): ShortcutAction | undefined {
  if (isWriting || press.ctrlKey || press.metaKey || press.altKey || press.repeat || press.isComposing) {
    return undefined
  }
  return shortcuts.find(({ key }) => key === press.key)?.action
}

/** How long a question has to be shown before a key answers it: the key may have been meant for a text. */
export const answerDelayMs = 1000
