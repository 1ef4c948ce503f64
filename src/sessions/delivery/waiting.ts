import type { AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'
import type { SessionsContext } from '../context.ts'
import type { Delivery } from '../delivery.ts'
import type { Directory } from '../directory.ts'
import { isAwake } from '../status-machine.ts'
import { openStates } from '../store/delivery-states.ts'
import type { DeliveryWait } from './wait.ts'

/** Statuses that last until a person resumes the session. */
const resumable: readonly AgentStatus[] = ['offline', 'paused', 'failed']

const boundaries: Readonly<Record<Delivery['mode'], string>> = {
  immediate: 'is about to receive it',
  'next-message': 'gets it right before its next message',
  'next-tool-call': 'gets it at its next tool call',
  'on-idle': 'gets it when it is idle',
  manual: 'gets it when the session is flushed',
}

/** Why a delivery waits; undefined if it has ended. */
export function waitOf(
  delivery: Delivery,
  { context, directory }: { context: SessionsContext; directory: Directory },
): DeliveryWait | undefined {
  const { id: deliveryId, recipient, sender, mode, state, availableAt, createdAt } = delivery
  if (!openStates.includes(state)) return undefined
  const { identity, status = 'offline' } = directory.record(recipient) ?? {}
  const who = `@${identity?.handle ?? recipient}`
  if (state === 'in-doubt') return { ...inDoubt(delivery), message: `${deliveryId} is in doubt` }
  if (state !== 'pending')
    return { deliveryId, reason: 'handed-over', message: `${who} has it and has not answered yet` }
  if (!isAwake(status)) return { deliveryId, ...ofStatus(status, who) }
  const [head] = context.store.deliveries({ recipient, sender, modes: [mode], states: openStates, limit: 1 })
  if (head !== undefined && head.id !== deliveryId) {
    const first = waitOf(head, { context, directory })
    if (head.state === 'in-doubt')
      return {
        ...inDoubt(head),
        deliveryId,
        message: `held by ${head.id}, which is in doubt`,
        heldBy: head.id,
      }
    if (first !== undefined)
      return { ...first, deliveryId, message: `queued behind ${head.id}: ${first.message}`, heldBy: head.id }
  }
  if (availableAt > context.clock.now() && availableAt > createdAt) {
    const reason = context.store.receipts(deliveryId).at(-1)?.reason
    const why = reason === undefined ? '' : `: ${reason}`
    const at = new Date(availableAt).toISOString()
    return { deliveryId, reason: 'retry', message: `${who} gets it at ${at}${why}` }
  }
  const message = `${who} is ${status} and ${boundaries[mode]}`
  // Its turn does not come by itself.
  if (status === 'idle' && (mode === 'next-message' || mode === 'next-tool-call'))
    return { deliveryId, reason: 'idle', message, command: `capstan session ask ${who} <prompt>` }
  const flush = mode === 'manual' ? { command: `capstan session flush ${who}` } : {}
  return { deliveryId, reason: 'boundary', message, ...flush }
}

function ofStatus(status: AgentStatus, who: string): Omit<DeliveryWait, 'deliveryId'> {
  const message = status === 'failed' ? `${who} has failed` : `${who} is ${status}`
  const command = resumable.includes(status) ? { command: `capstan session resume ${who}` } : {}
  return { reason: 'session', message, ...command }
}

function inDoubt({ id }: Delivery): Pick<DeliveryWait, 'deliveryId' | 'reason' | 'command'> {
  return {
    deliveryId: id,
    reason: 'in-doubt',
    command: `capstan session dead --settle ${id} --as delivered`,
  }
}
