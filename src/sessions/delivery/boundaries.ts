import type { DeliveryMode } from '../../capabilities/ecosystems/relay/types.ts'
import type { Delivery } from '../delivery.ts'
import type { DeliveryReceipt } from '../messages/receipt.ts'
import { isAwake } from '../status-machine.ts'
import type { Recipient } from './recipient.ts'

/** The modes whose boundary is a moment, not a state. */
export type MomentMode = Extract<DeliveryMode, 'next-message' | 'next-tool-call' | 'manual'>

/** For each of these modes, the sequence of the newest delivery that was there when its moment last came. */
export type Marks = Record<MomentMode, number>

export function isMomentMode(mode: DeliveryMode): mode is MomentMode {
  return mode === 'next-message' || mode === 'next-tool-call' || mode === 'manual'
}

/** What a boundary is judged by. */
export interface Boundary {
  recipient: Pick<Recipient, 'status' | 'safeStates' | 'capabilities'>
  marks: Marks
  /** The receipts of the delivery, asked for only where they count. */
  receipts: () => readonly DeliveryReceipt[]
}

/** Whether a delivery that waits has reached its boundary. Whether its time has come is not asked here. */
export function isAtBoundary(delivery: Delivery, { recipient, marks, receipts }: Boundary): boolean {
  const { status, safeStates, capabilities } = recipient
  if (!isAwake(status)) return false
  const { mode } = delivery
  if (mode === 'immediate' || isLeftToSession(mode, capabilities)) return true
  if (mode === 'on-idle') return safeStates.includes(status)
  return delivery.sequence <= marks[mode] || (delivery.attempts > 0 && !waitsForBoundary(receipts()))
}

/** A boundary that the session does not show is its own to watch: it has a queue, or it would not be registered. */
function isLeftToSession(mode: DeliveryMode, { delivery, events }: Recipient['capabilities']): boolean {
  if (delivery.queue !== true) return false
  if (mode === 'next-tool-call') return !events.emits.includes('tool.called')
  return mode === 'on-idle' && !events.emits.includes('status.active')
}

/**
 * What was handed over once has had its boundary, and waits only for its time. Not so one that was put off without a
 * later moment being named: that waits for the next boundary.
 */
function waitsForBoundary(receipts: readonly DeliveryReceipt[]): boolean {
  const last = receipts.at(-1)
  return last?.status === 'deferred' && last.availableAt !== undefined && last.availableAt <= last.at
}
