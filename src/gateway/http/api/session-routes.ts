import { ignore } from '../../../core/ignore.ts'
import type { RunResult } from '../../../run/api/run.ts'
import { handleFrom } from '../../../sessions/check/check-identity.ts'
import { refusalOf } from '../../../sessions/negotiation.ts'
import { sessionReport } from '../../../sessions/wire/session-report.ts'
import type { SessionReport } from '../../../sessions/wire/wire-methods.ts'
import type { OpenSessionRequest } from '../../gateway-sessions.ts'
import { jsonAnswer } from '../answers.ts'
import { type ApiParts, drivenAgent } from './api-parts.ts'
import { methodsFor } from './method-call.ts'
import { type ApiRoute, count, fields, flag, listOf, named, record, text, shortText } from './route.ts'

const reason = fields({ reason: text })

/** Routes to open, prompt, pause, resume, fork and release sessions. */
export function sessionRoutes(parts: ApiParts): ApiRoute[] {
  const { sessions } = parts
  const call = methodsFor(parts)
  const report = (id: string): SessionReport => sessionReport(sessions.sessions, id)
  return [
    {
      method: 'GET',
      path: '/api/sessions',
      summary: 'List all stored sessions, running or not',
      answer: listOf(named('Session')),
      run: ({ signal }) => call('session.list', {}, signal),
    },
    {
      method: 'POST',
      path: '/api/sessions',
      summary: 'Start an agent and open a session with it',
      body: fields(
        {
          agent: shortText,
          name: shortText,
          handle: shortText,
          model: shortText,
          effort: shortText,
          cwd: shortText,
          permissions: { enum: ['allow-reads', 'allow', 'deny'] },
        },
        'agent',
      ),
      answer: named('Session'),
      status: 201,
      run: async ({ body, signal }) => {
        drivenAgent(parts, body['agent'])
        // The body schema guarantees this type.
        const { identity } = await sessions.open(body as unknown as OpenSessionRequest, signal)
        return report(identity.id)
      },
    },
    {
      method: 'GET',
      path: '/api/sessions/:id',
      summary: 'Get a session by id or @handle',
      answer: named('Session'),
      run: ({ params, signal }) => call('session.show', { session: idOf(params) }, signal),
    },
    {
      method: 'POST',
      path: '/api/sessions/:id/prompt',
      summary: 'Send a prompt to the agent; with wait, respond with its result',
      body: fields({ text: { ...text, minLength: 1 }, wait: flag }, 'text'),
      answer: { anyOf: [named('Session'), named('PromptResult')] },
      status: 202,
      run: async ({ params, body }) => {
        const session = sessions.running(idOf(params))
        const result = session.prompt(String(body['text'])).result()
        if (body['wait'] === true) return jsonAnswer(resultOf(await result))
        // The events report the outcome.
        result.catch(ignore)
        return report(session.identity.id)
      },
    },
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
        return report((forked ?? session).identity.id)
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

function idOf(params: Readonly<Record<string, string>>): string {
  return params['id'] ?? ''
}

function resultOf({ text: answer, stopReason, sessionId, tokens, cost, durationMs }: RunResult): object {
  return { text: answer, stopReason, sessionId, tokens: tokens ?? null, cost: cost ?? null, durationMs }
}
