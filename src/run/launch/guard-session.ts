import { ignore } from '../../core/ignore.ts'
import type { ValidatedRun } from '../validate/validate.ts'

/**
 * Protects a stored session from its agent before the agent gets it, where the agent needs that. The function it gives
 * is called once the session is open or could not be opened.
 */
export async function guardSession(
  { definition, options }: Pick<ValidatedRun, 'definition' | 'options'>,
  sessionId: string | undefined,
): Promise<() => Promise<void>> {
  const guard = sessionId === undefined ? undefined : await definition.sessionGuard?.()
  if (guard === undefined || sessionId === undefined) return async () => ignore()
  return guard({ sessionId, environment: { ...process.env, ...options.env } })
}
