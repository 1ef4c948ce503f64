import type { Delivery } from '../../sessions/delivery.ts'
import { postJson } from '../api/request.ts'
import { attemptText } from '../state/sessions/session-board.ts'
import { useTask } from './use-task.ts'

interface LettersProps {
  readonly deliveries: readonly Delivery[]
  readonly nameOf: (id: string) => string
  readonly onDone: () => Promise<void>
}

/** Undelivered and in-doubt messages, with buttons to redeliver or settle them. */
export function DeadLetters({ deliveries, nameOf, onDone }: LettersProps) {
  const { isBusy, error, run } = useTask()
  if (deliveries.length === 0) return null
  const decide = (id: string, how: 'redeliver' | 'settle', body?: object): void => {
    run(async () => {
      await postJson(`/api/deliveries/${encodeURIComponent(id)}/${how}`, body)
      await onDone()
    })
  }
  return (
    <section aria-labelledby="dead-title" class="dead-letters">
      <h3 id="dead-title">Undelivered messages</h3>
      {error !== undefined && (
        <p role="alert" class="error">
          {error}
        </p>
      )}
      <ul class="letters">
        {deliveries.map(({ id, messageId, sender, recipient, state, dead, attempts }) => (
          <li key={id}>
            <span>
              <strong>{state === 'dead' ? 'undelivered' : state}</strong> {nameOf(sender)} →{' '}
              {nameOf(recipient)}, <code>{messageId}</code>, {attemptText(attempts)}
              {dead !== undefined && `: ${dead.reason}, ${dead.detail}`}
            </span>
            <button
              type="button"
              disabled={isBusy}
              aria-label={`Redeliver ${messageId} to ${nameOf(recipient)}`}
              onClick={() => decide(id, 'redeliver')}
            >
              Redeliver
            </button>
            {state === 'in-doubt' && (
              <button
                type="button"
                disabled={isBusy}
                onClick={() => decide(id, 'settle', { as: 'delivered' })}
              >
                Mark as delivered
              </button>
            )}
            {state === 'in-doubt' && (
              <button type="button" disabled={isBusy} onClick={() => decide(id, 'settle', { as: 'dead' })}>
                Mark as undelivered
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
