import type { ActionErrorCode } from '../../../sessions/action.ts'
import { jsonAnswer } from '../answers.ts'
import type { ApiParts } from './api-parts.ts'
import { methodsFor } from './method-call.ts'
import { type ApiRoute, fields, listOf, named, shortText } from './route.ts'

const statuses: Readonly<Record<ActionErrorCode, number>> = {
  action_not_found: 404,
  action_denied: 403,
  invalid_input: 400,
  action_failed: 502,
  invalid_output: 502,
  action_timeout: 504,
}

/** Routes to list and run registered actions. */
export function actionRoutes(parts: ApiParts): ApiRoute[] {
  const call = methodsFor(parts)
  return [
    {
      method: 'GET',
      path: '/api/actions',
      summary: 'List the actions that the sender in from, or the user, may run',
      query: { from: shortText },
      answer: listOf(named('Action')),
      run: ({ query, signal }) => call('actions', asOf(query['from']), signal),
    },
    {
      method: 'POST',
      path: '/api/actions/:name',
      summary: 'Run an action',
      body: fields({ input: {}, from: shortText, idempotencyKey: shortText }),
      answer: named('ActionResult'),
      run: async ({ params, body, signal }) => {
        const { from, ...rest } = body
        const invocation = { action: params['name'] ?? '', ...rest, ...asOf(from) }
        const result = await call('invoke', invocation, signal)
        return result.ok ? result : jsonAnswer(result, statuses[result.error.code])
      },
    },
  ]
}

function asOf(from: unknown): { as?: string } {
  return typeof from === 'string' ? { as: from } : {}
}
