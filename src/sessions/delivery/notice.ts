import type { DeadReason, Delivery } from '../delivery.ts'
import { systemIdentity } from '../directory.ts'
import type { SessionsContext } from '../context.ts'
import type { SessionMessage } from '../messages/message.ts'

/** Notifies the sender of an undelivered message. Notices themselves cause no notices. */
export function noticeFor(
  { store, clock, log, createId }: SessionsContext,
  { delivery, reason, detail }: { delivery: Delivery; reason: DeadReason; detail: string },
): void {
  const { id: deliveryId, sender, recipient, messageId } = delivery
  if (delivery.reason === 'notification' || sender === systemIdentity.id) return
  const now = clock.now()
  const id = createId('msg')
  const handle = store.participant(recipient)?.identity.handle ?? recipient
  const what = reason === 'in-doubt' ? 'may not have been delivered' : 'was not delivered'
  const message: SessionMessage = {
    id,
    messageId: id,
    kind: 'dm',
    text: `The message ${messageId} to @${handle} ${what}: ${detail}`,
    from: systemIdentity,
    to: [sender],
    conversationId: `dm:${[systemIdentity.id, sender].toSorted().join(',')}`,
    mentions: [],
    attachments: [],
    createdAt: new Date(now).toISOString(),
    metadata: { messageId, deliveryId, recipient, reason },
  }
  const [notice] = store.addMessage(message, [
    {
      id: createId('del'),
      messageId: id,
      sender: systemIdentity.id,
      recipient: sender,
      // The notice only goes into the inbox; `manual` is the closest mode.
      mode: 'manual',
      reason: 'notification',
      priority: 'normal',
      state: 'delivered',
      attempts: 0,
      createdAt: now,
      availableAt: now,
      deadline: now,
    },
  ])
  if (notice === undefined) return
  store.updateDelivery(notice.id, {}, { deliveryId: notice.id, attempt: 0, at: now, status: 'delivered' })
  log.append(sender, { type: 'message.received', messageId: id, deliveryId: notice.id })
}
