import type { Standing } from '../../capabilities/standing.ts'
import { Icon } from '../icon.tsx'

const marks = {
  supported: { icon: 'yes', label: 'yes' },
  unsupported: { icon: 'no', label: 'no' },
  unknown: { icon: 'unknown', label: 'unknown' },
  'not-applicable': { icon: 'none', label: 'n/a' },
} as const satisfies Record<Standing, object>

/** Short text for the standing of a capability. */
export function supportLabel(support: Standing): string {
  return marks[support].label
}

/** Text, shape and color: each alone distinguishes the four standings. */
export function SupportMark({ support }: { support: Standing }) {
  const { icon, label } = marks[support]
  return (
    <span class={`mark ${support}`}>
      <Icon name={icon} />
      {label}
    </span>
  )
}
