import type { ActionDefinition, PolicyContext } from '../action.ts'
import type { AgentIdentity } from '../identity.ts'

/** Whether the caller may use an action. A selector that throws counts as no. */
export function isAvailable(
  { availableTo }: Pick<ActionDefinition, 'availableTo'>,
  caller: AgentIdentity,
): boolean {
  if (availableTo === undefined) return true
  return availableTo.some((selector) => {
    // Never by name: callers choose their own names.
    if (typeof selector === 'string') return selector === caller.id || isHandle(selector, caller)
    try {
      return selector(caller)
    } catch {
      return false
    }
  })
}

/** Handles are case-insensitive. */
function isHandle(selector: string, { handle }: AgentIdentity): boolean {
  return selector.toLowerCase() === `@${handle.toLowerCase()}`
}

/**
 * The reason a caller is denied; undefined if allowed. A policy that throws denies; its error goes to `onFailure`, not
 * to the caller.
 */
export async function whyDenied(
  action: ActionDefinition,
  context: PolicyContext,
  onFailure: (error: unknown) => void,
): Promise<string | undefined> {
  if (!isAvailable(action, context.caller)) return `@${context.caller.handle} may not invoke ${action.name}`
  if (action.policy === undefined) return undefined
  try {
    const { allowed, reason }: { allowed: unknown; reason?: string } = await action.policy(context)
    // Only `true` allows.
    if (allowed === true) return undefined
    return reason ?? `The policy of ${action.name} denies the call`
  } catch (error) {
    onFailure(error)
    return `The policy of ${action.name} failed`
  }
}
