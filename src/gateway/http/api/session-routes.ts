import { ignore } from '../../../core/ignore.ts'
import type { RunResult } from '../../../run/api/run.ts'
import { sessionReport } from '../../../sessions/wire/session-report.ts'
import type { SessionReport } from '../../../sessions/wire/wire-methods.ts'
import type { OpenSessionRequest } from '../../gateway-sessions.ts'
import { jsonAnswer } from '../answers.ts'
import { type ApiParts, drivenAgent } from './api-parts.ts'
import { methodsFor } from './method-call.ts'
import { type ApiRoute, fields, flag, idOf, listOf, named, text, shortText } from './route.ts'

/** Routes to list, open and prompt sessions. */
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
  ]
}

function resultOf({ text: answer, stopReason, sessionId, tokens, cost, durationMs }: RunResult): object {
  return { text: answer, stopReason, sessionId, tokens: tokens ?? null, cost: cost ?? null, durationMs }
}
