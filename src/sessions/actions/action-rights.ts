import type { ActionContext, ActionDefinition } from '../action.ts'
import type { AgentIdentity } from '../identity.ts'

/** Whether an action is there for somebody. Every selector is tried; one that throws says no. */
export function isAvailable(
  { availableTo }: Pick<ActionDefinition, 'availableTo'>,
  caller: AgentIdentity,
): boolean {
  if (availableTo === undefined) return true
  return availableTo.some((selector) => {
    // Never by name: anybody can call themselves anything.
    if (typeof selector === 'string') return selector === caller.id || isHandle(selector, caller)
    try {
      return selector(caller)
    } catch {
      return false
    }
  })
}

/** Handles are unique in whatever letters. */
function isHandle(selector: string, { handle }: AgentIdentity): boolean {
  return selector.toLowerCase() === `@${handle.toLowerCase()}`
}

/**
 * Why somebody may not invoke an action; undefined when they may. A policy that fails says no; why it failed is nothing for
 * the caller, and goes to `onFailure`.
 */
export async function whyDenied(
  action: ActionDefinition,
  context: ActionContext,
  onFailure: (error: unknown) => void,
): Promise<string | undefined> {
  if (!isAvailable(action, context.caller)) return `@${context.caller.handle} may not invoke ${action.name}`
  if (action.policy === undefined) return undefined
  try {
    const { allowed, reason }: { allowed: unknown; reason?: string } = await action.policy(context)
    // Only a plain yes is one.
    if (allowed === true) return undefined
    return reason ?? `The policy of ${action.name} does not allow it`
  } catch (error) {
    onFailure(error)
    return `The policy of ${action.name} failed`
  }
}
