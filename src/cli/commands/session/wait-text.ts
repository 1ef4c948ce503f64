import type { Delivery } from '../../../sessions/delivery.ts'
import type { DeliveryWait } from '../../../sessions/delivery/wait.ts'

/** Why a message waits, with the command that ends the wait. */
export function waitText({ message, command }: DeliveryWait): string {
  return command === undefined ? message : `${message}; run ${command}`
}

/** Whether a message waits until a person acts; a boundary comes by itself or is awaited on purpose, unless the session is idle. */
export function needsPerson({ reason, command }: DeliveryWait): boolean {
  return reason !== 'boundary' && command !== undefined
}

const queuedUntil: Readonly<Partial<Record<Delivery['mode'], string>>> = {
  'next-message': ' until its next message',
  'next-tool-call': ' until its next tool call',
  'on-idle': ' until it is idle',
  manual: ' (manual delivery)',
}

/** A queued message on one line. */
export function queuedText(who: string, mode: Delivery['mode'], wait: DeliveryWait | undefined): string {
  const isAtBoundary = wait === undefined || wait.reason === 'boundary'
  return `Queued for ${who}${isAtBoundary ? (queuedUntil[mode] ?? '') : `: ${waitText(wait)}`}`
}
