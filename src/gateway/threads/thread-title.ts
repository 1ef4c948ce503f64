import { partsOf } from '../ag-ui/prompt.ts'
import type { InputMessage } from '../ag-ui/input.ts'

const mostCharacters = 80

/** The title of a new thread: the first words of the user's first message. */
export function titleOf(messages: readonly InputMessage[]): string {
  const first = messages.find(({ role }) => role === 'user')
  const text = partsOf(first?.content).texts.join(' ').replaceAll(/\s+/g, ' ').trim()
  if (text === '') return 'Untitled'
  const characters = [...text]
  if (characters.length <= mostCharacters) return text
  return `${characters
    .slice(0, mostCharacters - 1)
    .join('')
    .trimEnd()}…`
}
