import { useEffect, useState } from 'preact/hooks'
import type { Delivery } from '../../sessions/delivery.ts'
import type { DeliveryReceipt } from '../../sessions/messages/receipt.ts'
import { getJson } from '../api/request.ts'
import { attemptText } from '../state/sessions/session-board.ts'

interface Account {
  readonly delivery: Delivery
  readonly receipts: readonly DeliveryReceipt[]
}

/** The receipts of a message; reloaded when `moment` changes. */
export function ReceiptList({ messageId, moment }: { messageId: string; moment: number }) {
  const [accounts, setAccounts] = useState<readonly Account[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    getJson<Account[]>(`/api/messages/${encodeURIComponent(messageId)}/receipts`, leaving.signal)
      .then(setAccounts)
      // The next event of the session reloads.
      .catch(() => undefined)
    return () => leaving.abort()
  }, [messageId, moment])
  return (
    <ul class="receipts" aria-label={`Receipts of ${messageId}`} aria-live="polite">
      {accounts.map(({ delivery, receipts }) => (
        <li key={delivery.id}>
          <strong>{delivery.state}</strong>, {delivery.mode}, {attemptText(delivery.attempts)}
          {receipts.map(({ attempt, status, reason }, index) => (
            <span key={index}>
              {' '}
              · {attempt === 0 ? '' : `${attempt}: `}
              {status}
              {reason !== undefined && ` (${reason})`}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
