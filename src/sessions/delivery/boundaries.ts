import type { DeliveryMode } from '../../capabilities/ecosystems/relay/types.ts'
import type { Delivery } from '../delivery.ts'
import type { DeliveryReceipt } from '../messages/receipt.ts'
import { isAwake } from '../status-machine.ts'
import type { Recipient } from './recipient.ts'

/** Modes whose boundary is a moment, not a status. */
export type MomentMode = Extract<DeliveryMode, 'next-message' | 'next-tool-call' | 'manual'>

/** For each mode, the sequence of the newest delivery at its last moment. */
export type Marks = Record<MomentMode, number>

export function isMomentMode(mode: DeliveryMode): mode is MomentMode {
  return mode === 'next-message' || mode === 'next-tool-call' || mode === 'manual'
}

/** The inputs of a boundary check. */
export interface Boundary {
  recipient: Pick<Recipient, 'status' | 'safeStates' | 'capabilities'>
  marks: Marks
  /** Read lazily: only some checks need the receipts. */
  receipts: () => readonly DeliveryReceipt[]
}

/** Whether a pending delivery has reached its boundary; does not check its time. */
export function isAtBoundary(delivery: Delivery, { recipient, marks, receipts }: Boundary): boolean {
  const { status, safeStates, capabilities } = recipient
  if (!isAwake(status)) return false
  const { mode } = delivery
  if (mode === 'immediate' || isLeftToSession(mode, capabilities)) return true
  if (mode === 'on-idle') return safeStates.includes(status)
  return delivery.sequence <= marks[mode] || (delivery.attempts > 0 && !waitsForBoundary(receipts()))
}

/** A session with its own queue watches the boundaries that it does not report. */
function isLeftToSession(mode: DeliveryMode, { delivery, events }: Recipient['capabilities']): boolean {
  if (delivery.queue !== true) return false
  if (mode === 'next-tool-call') return !events.emits.includes('tool.called')
  return mode === 'on-idle' && !events.emits.includes('status.active')
}

/**
 * After an attempt, a delivery waits only for its time, unless the session deferred it without a later time: then it
 * waits for the next boundary.
 */
function waitsForBoundary(receipts: readonly DeliveryReceipt[]): boolean {
  const last = receipts.at(-1)
  return last?.status === 'deferred' && last.availableAt !== undefined && last.availableAt <= last.at
}
