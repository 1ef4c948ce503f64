import { CapstanError } from '../../../core/capstan-error.ts'
import type { DeliveryState } from '../../../sessions/delivery.ts'
import { findRecord } from '../../../sessions/wire/find-record.ts'
import { paramsSchemas } from '../../../sessions/wire/params-schema.ts'
import type { WireMethods } from '../../../sessions/wire/wire-methods.ts'
import type { ApiParts } from './api-parts.ts'
import { methodsFor } from './method-call.ts'
import { type ApiRoute, count, fields, listOf, named, word } from './route.ts'

const states = ['pending', 'surfacing', 'accepted', 'in-doubt', 'delivered', 'dead'] as const

/** Deliveries that one answer holds if nothing else is asked for. */
const deliveriesAtOnce = 1000

/** Messages, and what became of each. */
export function messageRoutes(parts: ApiParts): ApiRoute[] {
  const { sessions: owned } = parts
  const { sessions, store } = owned
  const call = methodsFor(parts)
  return [
    {
      method: 'POST',
      path: '/api/messages',
      summary: 'Sends a message: stored when this is answered, and delivered at the boundary of its mode',
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
      summary: 'What became of a message with each who was sent it',
      answer: listOf(named('DeliveryReceipts')),
      run: ({ params }) => {
        const { id: messageId = '' } = params
        if (store.message(messageId) === undefined) {
          throw new CapstanError('UNKNOWN_MESSAGE', `There is no message ${messageId}`)
        }
        return store
          .deliveries({ messageId })
          .map((delivery) => ({ delivery, receipts: store.receipts(delivery.id) }))
      },
    },
    {
      method: 'GET',
      path: '/api/deliveries',
      summary:
        'Messages on their way to one recipient each; state=dead are those that could not be delivered',
      query: { state: { type: 'array', items: { enum: states } }, recipient: word, limit: count },
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
      summary: 'Gives a dead letter, or one in doubt, another chance',
      body: fields({ deadline: word }),
      answer: named('Delivery'),
      run: ({ params, body, signal }) =>
        call('deliveries.redeliver', { id: params['id'] ?? '', ...body }, signal),
    },
    {
      method: 'POST',
      path: '/api/deliveries/:id/settle',
      summary: 'Decides about one in doubt: it did surface, or it is given up',
      body: fields({ as: { enum: ['delivered', 'dead'] } }, 'as'),
      answer: named('Delivery'),
      run: ({ params, body, signal }) => {
        const { as } = body as { as: 'delivered' | 'dead' }
        return call('deliveries.settle', { id: params['id'] ?? '', as }, signal)
      },
    },
  ]
}

/** As over the socket of the sessions, with the sender under the name of a letter. */
function messageBody(): ApiRoute['body'] & object {
  const { properties } = paramsSchemas.send
  const { as: from, ...rest } = properties as Record<string, object>
  return { ...paramsSchemas.send, properties: { ...rest, from } }
}
