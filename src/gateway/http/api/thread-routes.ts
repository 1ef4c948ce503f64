import type { GatewayThreads } from '../../threads/gateway-threads.ts'
import type { ApiParts } from './api-parts.ts'
import { type ApiRoute, fields, flag, listOf, named, shortText, text } from './route.ts'

const limit = { type: 'integer', minimum: 1, maximum: 200 } as const
const defaultLimit = 50

/** Routes to find, rename, archive and delete threads, and to change their queued messages. */
export function threadRoutes({ threads, forwarding }: ApiParts): ApiRoute[] {
  const [list, ...rest] = routesOf(threads)
  return [list, ...rest.map((route) => atOwner(route, forwarding))]
}

/** The same route; the gateway that owns the thread answers it. */
function atOwner(route: ApiRoute, forwarding: ApiParts['forwarding']): ApiRoute {
  if (forwarding === undefined) return route
  const { method } = route
  return {
    ...route,
    run: async (call) => {
      const { params, body, headers } = call
      const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      )
      const hasBody = Object.keys(body).length > 0
      const elsewhere = await forwarding.request(idOf(params), {
        method,
        path,
        headers,
        body: hasBody ? body : undefined,
        isOwner: method !== 'GET',
      })
      return elsewhere ?? route.run(call)
    },
  }
}

function routesOf(threads: GatewayThreads): [ApiRoute, ...ApiRoute[]] {
  return [
    {
      method: 'GET',
      path: '/api/threads',
      summary: 'List threads, the most recently used first; search looks in titles and messages',
      query: { agent: shortText, search: shortText, archived: flag, limit, before: shortText },
      answer: fields({ threads: listOf(named('Thread')), next: text }, 'threads'),
      run: ({ query }) => {
        const { agent, search, archived, limit: most, before } = query as ThreadListQuery
        return threads.list({
          agent,
          search,
          isArchived: archived ?? false,
          limit: most ?? defaultLimit,
          before,
        })
      },
    },
    {
      method: 'GET',
      path: '/api/threads/:id',
      summary: 'Get a thread',
      answer: named('Thread'),
      run: ({ params }) => threads.get(idOf(params)),
    },
    {
      method: 'PATCH',
      path: '/api/threads/:id',
      summary: 'Rename, archive or restore a thread',
      body: fields({ title: shortText, isArchived: flag }),
      answer: named('Thread'),
      run: ({ params, body }) => threads.update(idOf(params), body),
    },
    {
      method: 'DELETE',
      path: '/api/threads/:id',
      summary: 'Stop the agent of a thread, and delete the thread with its transcript',
      status: 204,
      run: async ({ params }) => threads.remove(idOf(params)),
    },
    {
      method: 'PUT',
      path: '/api/threads/:id/queue/:messageId',
      summary: 'Change a message that waits for the running turn to end',
      body: fields({ text: { ...text, minLength: 1 } }, 'text'),
      answer: named('Thread'),
      run: ({ params, body }) =>
        threads.editQueued(idOf(params), params['messageId'] ?? '', String(body['text'])),
    },
    {
      method: 'DELETE',
      path: '/api/threads/:id/queue/:messageId',
      summary: 'Remove a message that waits for the running turn to end',
      status: 204,
      run: ({ params }) => threads.removeQueued(idOf(params), params['messageId'] ?? ''),
    },
  ]
}

interface ThreadListQuery {
  agent?: string
  search?: string
  archived?: boolean
  limit?: number
  before?: string
}

function idOf(params: Readonly<Record<string, string>>): string {
  return params['id'] ?? ''
}
