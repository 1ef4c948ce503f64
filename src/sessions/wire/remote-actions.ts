import type { ActionRequest, ActionResult, ActionSummary } from '../action.ts'
import type { ManagedSession } from '../managed-session.ts'
import { refusalOf } from '../negotiation.ts'
import type { Participant } from '../participant.ts'
import type { RemoteActions } from './node-router.ts'

type Caller = Participant & Partial<Pick<ManagedSession, 'profile'>>

/** The actions available to a participant: those of this node first, which hide others of the same name. */
export function actionsFor(
  caller: Caller,
  remote: RemoteActions | undefined,
): ActionSummary[] | Promise<ActionSummary[]> {
  const own = caller.actions()
  if (remote === undefined || !mayInvoke(caller)) return own
  const names = new Set(own.map(({ name }) => name))
  return remote
    .list(caller.identity.id)
    .then((others) => [...own, ...others.filter(({ name }) => !names.has(name))])
}

/** Runs an action here, or on the node that has it. */
export async function invokeFor(
  caller: Caller,
  request: ActionRequest,
  remote: RemoteActions | undefined,
): Promise<ActionResult> {
  const { action, input, ...options } = request
  const isRemote =
    remote !== undefined && mayInvoke(caller) && !caller.actions().some(({ name }) => name === action)
  const result = isRemote ? await remote.invoke(caller.identity.id, request) : undefined
  return result ?? caller.invoke(action, input, options)
}

/** A session has to declare that it invokes actions. */
function mayInvoke({ profile }: Caller): boolean {
  return profile === undefined || refusalOf(profile, { actions: 'invoke' }) === undefined
}
