import { ignore } from '../../core/ignore.ts'
import type { ValidatedRun } from '../validate/validate.ts'

/**
 * Protects a stored session from being damaged by its agent while the session is opened, if the definition has a guard.
 * Call the returned function once opening has succeeded or failed.
 */
export async function guardSession(
  { definition, options }: Pick<ValidatedRun, 'definition' | 'options'>,
  sessionId: string | undefined,
): Promise<() => Promise<void>> {
  const guard = sessionId === undefined ? undefined : await definition.sessionGuard?.()
  if (guard === undefined || sessionId === undefined) return async () => ignore()
  return guard({ sessionId, environment: { ...process.env, ...options.env } })
}
