import { partsOf } from '../ag-ui/prompt.ts'
import type { InputMessage } from '../ag-ui/input.ts'

const mostCharacters = 80

/** The title of a new thread: the first words of the user's first message. */
export function titleOf(messages: readonly InputMessage[]): string {
  const first = messages.find(({ role }) => role === 'user')
  const text = partsOf(first?.content).texts.join(' ').replaceAll(/\s+/g, ' ').trim()
  if (text === '') return 'Untitled'
  if (text.length <= mostCharacters) return text
  // Whole characters, so that no emoji is cut in two.
  let title = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (title.length + segment.length >= mostCharacters) break
    title += segment
  }
  return `${title.trimEnd()}…`
}
