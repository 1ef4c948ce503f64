import { handleFrom } from '../../../sessions/check/check-identity.ts'
import { refusalOf } from '../../../sessions/negotiation.ts'
import { sessionReport } from '../../../sessions/wire/session-report.ts'
import type { ApiParts } from './api-parts.ts'
import { methodsFor } from './method-call.ts'
import { type ApiRoute, fields, idOf, named, record, text, shortText } from './route.ts'

const reason = fields({ reason: text })

/** Routes to pause, resume, fork, save and release an open session. */
export function sessionLifecycleRoutes(parts: ApiParts): ApiRoute[] {
  const { sessions } = parts
  const call = methodsFor(parts)
  return [
    {
      method: 'POST',
      path: '/api/sessions/:id/pause',
      summary: 'Pause a session: interrupt the current turn and hold new messages',
      body: reason,
      answer: named('Session'),
      run: ({ params, body, signal }) => call('session.pause', { session: idOf(params), ...body }, signal),
    },
    {
      method: 'POST',
      path: '/api/sessions/:id/resume',
      summary: 'Resume a paused session, or restart its agent with the same session',
      answer: named('Session'),
      run: ({ params, signal }) => call('session.resume', { session: idOf(params) }, signal),
    },
    {
      method: 'POST',
      path: '/api/sessions/:id/fork',
      summary: 'Fork a session: open a new one with the same agent and history',
      body: fields({ name: shortText, handle: shortText }),
      answer: named('Session'),
      status: 201,
      run: async ({ params, body }) => {
        const session = sessions.running(idOf(params))
        const refusal = refusalOf(session.profile, { session: 'fork' })
        if (refusal !== undefined) throw refusal
        const { name, handle } = body as { name?: string; handle?: string }
        const forked = await session.fork?.({
          name: name ?? session.identity.name,
          ...(name === undefined && handle === undefined ? {} : { handle: handle ?? handleFrom(name ?? '') }),
        })
        if (forked !== undefined) sessions.track(forked)
        return sessionReport(sessions.sessions, (forked ?? session).identity.id)
      },
    },
    {
      method: 'POST',
      path: '/api/sessions/:id/snapshot',
      summary: 'Get a snapshot to resume the session from, as JSON without secrets',
      answer: record({}),
      run: ({ params, signal }) => call('session.snapshot', { session: idOf(params) }, signal),
    },
    {
      method: 'POST',
      path: '/api/sessions/:id/release',
      summary: 'Release a session and stop its agent',
      body: reason,
      answer: named('Session'),
      run: ({ params, body, signal }) => call('session.release', { session: idOf(params), ...body }, signal),
    },
  ]
}
