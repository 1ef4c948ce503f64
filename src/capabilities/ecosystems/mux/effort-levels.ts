import type { ProfileReader } from '../../conversion/profile-reader.ts'
import type { ThinkingEffortLevel } from './types.ts'

const levels: readonly string[] = ['low', 'medium', 'high', 'max'] satisfies ThinkingEffortLevel[]

/** The effort levels with a name in this shape; the others are reported as lost. */
export function writeEffortLevels(reader: ProfileReader): ThinkingEffortLevel[] | undefined {
  const known = reader.value('thinking.effort')
  const nameless = known?.filter((level) => !levels.includes(level)) ?? []
  if (nameless.length > 0) reader.lose('thinking.effort', `this shape has no name for ${nameless.join(', ')}`)
  return known?.filter((level): level is ThinkingEffortLevel => levels.includes(level))
}
