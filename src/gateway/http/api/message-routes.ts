import { CapstanError } from '../../../core/capstan-error.ts'
import type { DeliveryState } from '../../../sessions/delivery.ts'
import { findRecord } from '../../../sessions/wire/find-record.ts'
import { paramsSchemas } from '../../../sessions/wire/params-schema.ts'
import type { WireMethods } from '../../../sessions/wire/wire-methods.ts'
import type { ApiParts } from './api-parts.ts'
import { methodsFor } from './method-call.ts'
import { type ApiRoute, count, fields, flag, idOf, listOf, named, shortText } from './route.ts'

const states = ['pending', 'surfacing', 'accepted', 'in-doubt', 'delivered', 'dead'] as const

/** Default limit of a list of deliveries. */
const deliveriesAtOnce = 1000

/** Routes for messages and deliveries. */
export function messageRoutes(parts: ApiParts): ApiRoute[] {
  const { sessions, store } = parts.sessions
  const call = methodsFor(parts)
  return [
    {
      method: 'POST',
      path: '/api/messages',
      summary: 'Send a message: stored before the response, delivered at the boundary of its mode',
      body: messageBody(),
      answer: named('SendResult'),
      status: 201,
      run: ({ body, signal }) => {
        const { from, ...message } = body
        const params = { ...message, ...(from === undefined ? {} : { as: from }) }
        return call('send', params as unknown as WireMethods['send']['params'], signal)
      },
    },
    {
      method: 'GET',
      path: '/api/messages/:id/receipts',
      summary: 'List the deliveries of a message with their receipts, one per recipient',
      answer: listOf(named('DeliveryReceipts')),
      run: ({ params }) => {
        const { id: messageId = '' } = params
        if (store.message(messageId) === undefined) {
          throw new CapstanError('UNKNOWN_MESSAGE', `No message has the id ${messageId}`)
        }
        return store
          .deliveries({ messageId })
          .map((delivery) => ({ delivery, receipts: store.receipts(delivery.id) }))
      },
    },
    {
      method: 'GET',
      path: '/api/deliveries',
      summary: 'List deliveries, one per message and recipient; state=dead lists the undelivered ones',
      query: { state: { type: 'array', items: { enum: states } }, recipient: shortText, limit: count },
      answer: listOf(named('Delivery')),
      run: ({ query, signal }) => {
        const { state, recipient, limit } = query as {
          state?: DeliveryState[]
          recipient?: string
          limit?: number
        }
        return call(
          'deliveries.list',
          {
            limit: limit ?? deliveriesAtOnce,
            ...(state === undefined ? {} : { states: state }),
            ...(recipient === undefined ? {} : { recipient: findRecord(sessions, recipient).identity.id }),
          },
          signal,
        )
      },
    },
    {
      method: 'POST',
      path: '/api/deliveries/:id/redeliver',
      summary: 'Retry a dead or in-doubt delivery',
      body: fields({ deadline: shortText }),
      answer: named('Delivery'),
      run: async ({ params, body, signal }) => {
        const delivery = await call('deliveries.redeliver', { id: idOf(params), ...body }, signal)
        parts.closed.wakeLater(delivery.recipient)
        return delivery
      },
    },
    {
      method: 'POST',
      path: '/api/deliveries/:id/settle',
      summary: 'Settle an in-doubt delivery as delivered or dead',
      body: fields({ as: { enum: ['delivered', 'dead'] } }, 'as'),
      answer: named('Delivery'),
      run: ({ params, body, signal }) => {
        const { as } = body as { as: 'delivered' | 'dead' }
        return call('deliveries.settle', { id: idOf(params), as }, signal)
      },
    },
  ]
}

/** Routes for the messages sent to one participant. */
export function inboxRoutes(parts: ApiParts): ApiRoute[] {
  const call = methodsFor(parts)
  return [
    {
      method: 'POST',
      path: '/api/sessions/:id/flush',
      summary: 'Deliver the messages that were sent with mode manual',
      answer: fields({ count }, 'count'),
      run: ({ params, signal }) => call('session.flush', { session: idOf(params) }, signal),
    },
    {
      method: 'GET',
      path: '/api/sessions/:id/inbox',
      summary: 'List the messages sent to a running session or a person',
      query: { unread: flag, afterSequence: count, limit: count },
      answer: listOf(named('InboxItem')),
      run: ({ params, query, signal }) => call('inbox', { as: idOf(params), ...query }, signal),
    },
  ]
}

/** The `send` parameters of the wire protocol, with the sender as `from` instead of `as`. */
function messageBody(): ApiRoute['body'] & object {
  const { properties } = paramsSchemas.send
  const { as: from, ...rest } = properties as Record<string, object>
  return { ...paramsSchemas.send, properties: { ...rest, from } }
}
