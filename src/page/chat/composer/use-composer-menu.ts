import { useEffect, useState } from 'preact/hooks'
import { getJson } from '../../api/request.ts'
import type { ChatCommand } from '../../state/chat-features.ts'
import {
  matchingCommands,
  type MenuWord,
  menuWordAt,
  nextOption,
  withChoice,
} from '../../state/composer/composer-menu.ts'

export interface MenuOption {
  /** The text that a choice inserts. */
  readonly value: string
  /** The argument of a command. */
  readonly hint?: string
  readonly description?: string
}

export interface ComposerMenu {
  readonly kind: MenuWord['kind']
  readonly options: readonly MenuOption[]
  readonly active: number
  readonly choose: (option: MenuOption) => void
}

interface MenuInput {
  readonly text: string
  readonly caret: number
  readonly commands: readonly ChatCommand[]
  readonly onChoice: (text: string, caret: number) => void
}

interface MenuState {
  /** Undefined while it is closed. */
  readonly menu: ComposerMenu | undefined
  /** Whether the user wants a command, and the agent has reported none. */
  readonly lacksCommands: boolean
  /** Handles a key; true if the menu used it. */
  readonly takeKey: (event: KeyboardEvent) => boolean
}

const mostOptions = 50
const typingMs = 80

/** The menu of the word at the caret: `/` for the agent's commands, `@` for files of the workspace. */
export function useComposerMenu({ text, caret, commands, onChoice }: MenuInput): MenuState {
  const word = menuWordAt(text, caret)
  const [active, setActive] = useState(0)
  /** The word that Escape closed the menu for. */
  const [closed, setClosed] = useState<number>()
  const files = useFiles(word?.kind === 'file' ? word.query : undefined)
  useEffect(() => setActive(0), [word?.kind, word?.query])
  useEffect(() => {
    if (word === undefined) setClosed(undefined)
  }, [word === undefined])
  const options: readonly MenuOption[] =
    word?.kind === 'command'
      ? matchingCommands(commands, word.query).map(({ name, hint, description }) => ({
          value: `/${name}`,
          hint,
          description,
        }))
      : files.map((path) => ({ value: `@${path}` }))
  const lacksCommands = word?.kind === 'command' && commands.length === 0
  if (word === undefined || options.length === 0 || closed === word.start) {
    return { menu: undefined, lacksCommands, takeKey: () => false }
  }
  const choose = ({ value }: MenuOption): void => {
    const next = withChoice(text, word, value)
    onChoice(next.text, next.caret)
  }
  const shown = options.slice(0, mostOptions)
  const chosen = shown[active] ?? shown[0]
  const takeKey = (event: KeyboardEvent): boolean => {
    if (event.isComposing || chosen === undefined) return false
    if (event.key === 'Escape') setClosed(word.start)
    else if (event.key === 'ArrowDown') setActive(nextOption(active, shown.length, 1))
    else if (event.key === 'ArrowUp') setActive(nextOption(active, shown.length, -1))
    else if (event.key === 'Tab' && !event.shiftKey) choose(chosen)
    // A word that is already whole is sent.
    else if (event.key === 'Enter' && !event.shiftKey && text.slice(word.start, word.end) !== chosen.value)
      choose(chosen)
    else return false
    return true
  }
  return { menu: { kind: word.kind, options: shown, active, choose }, lacksCommands, takeKey }
}

/** Files of the workspace for a query; none without a query. */
function useFiles(query: string | undefined): readonly string[] {
  const [files, setFiles] = useState<readonly string[]>([])
  useEffect(() => {
    if (query === undefined) {
      setFiles([])
      return undefined
    }
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      getJson<{ files: string[] }>(`/api/files?search=${encodeURIComponent(query)}`, leaving.signal)
        .then(({ files: found }) => setFiles(found))
        .catch(() => undefined)
    }, typingMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [query])
  return files
}
