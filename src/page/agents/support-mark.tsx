import type { Standing } from '../../capabilities/standing.ts'
import { Icon } from '../icon.tsx'

const marks = {
  supported: { icon: 'yes', word: 'yes' },
  unsupported: { icon: 'no', word: 'no' },
  unknown: { icon: 'unknown', word: 'unknown' },
  'not-applicable': { icon: 'none', word: 'n/a' },
} as const satisfies Record<Standing, object>

/** The standing of a capability, in one word. */
export function supportWord(support: Standing): string {
  return marks[support].word
}

/** Text, shape and color: any one of them is enough to tell the four apart. */
export function SupportMark({ support }: { support: Standing }) {
  const { icon, word } = marks[support]
  return (
    <span class={`mark ${support}`}>
      <Icon name={icon} />
      {word}
    </span>
  )
}
