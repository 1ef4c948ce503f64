import type { Support } from '../../../capabilities/evidence.ts'

/** Text, shape and colour: any one of them is enough to tell the three apart. */
export const supportWords: Readonly<Record<Support, { shape: string; word: string }>> = {
  supported: { shape: '✓', word: 'yes' },
  unsupported: { shape: '✕', word: 'no' },
  unknown: { shape: '?', word: 'unknown' },
}
