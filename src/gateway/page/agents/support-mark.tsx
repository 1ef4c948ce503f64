import type { Support } from '../../../capabilities/evidence.ts'
import { Icon } from '../icon.tsx'

const marks = {
  supported: { icon: 'yes', word: 'yes' },
  unsupported: { icon: 'no', word: 'no' },
  unknown: { icon: 'unknown', word: 'unknown' },
} as const satisfies Record<Support, object>

/** What is said of a capability, in one word. */
export function supportWord(support: Support): string {
  return marks[support].word
}

/** Text, shape and colour: any one of them is enough to tell the three apart. */
export function SupportMark({ support }: { support: Support }) {
  const { icon, word } = marks[support]
  return (
    <span class={`mark ${support}`}>
      <Icon name={icon} />
      {word}
    </span>
  )
}
