import type { MiddlewareHandler } from 'hono'
import { logAnswered, type Logger } from '../log.ts'
import { errorAnswer } from './answers.ts'
import { originHeaders, preflight } from './cors.ts'
import {
  type GuardedRequest,
  type GuardOptions,
  type Refusal,
  refusalOf,
  type RequestMarks,
} from './guard.ts'
import type { readPageFiles } from './page/page-files.ts'
import { answerSignedOut, isBrowserNavigation, isPublicFile } from './page/page-login.ts'

export interface GuardRequestsOptions {
  readonly guard: GuardOptions
  readonly page: ReturnType<typeof readPageFiles>
  readonly logger: Logger
}

/** Rejects requests by the guard, answers preflights, adds CORS headers and logs every request. */
export function guardRequests({ guard, page, logger }: GuardRequestsOptions): MiddlewareHandler {
  return async (context, next) => {
    const began = performance.now()
    const { method, path } = context.req
    const marks = marksOf(context.req.raw)
    const request = { method, path, marks, isOpen: isPublicFile(page.get(path)) }
    const refusal = await checked(request, guard)
    if (refusal !== undefined) {
      const { status, error: message } = refusal
      logger({ level: 'warn', event: 'refused', method, path, status, message })
      const answer =
        status === 401 && isBrowserNavigation(context.req.raw)
          ? answerSignedOut('The gateway does not recognize this browser.', page)
          : errorAnswer(status, { code: 'refused', message })
      return withHeaders(answer, originHeaders(marks.origin, guard))
    }
    if (method === 'OPTIONS') context.res = preflight(marks.origin, guard)
    else await next()
    withHeaders(context.res, originHeaders(marks.origin, guard))
    logAnswered(logger, { method, path, began, status: context.res.status })
    return undefined
  }
}

/** Another gateway may just have signed the browser in: a cookie is refused only by the current sign-ins. */
async function checked(request: GuardedRequest, guard: GuardOptions): Promise<Refusal | undefined> {
  const refusal = refusalOf(request, guard)
  const { authorization, cookie } = request.marks
  const hasOnlyCookie = authorization === undefined && cookie !== undefined
  if (refusal?.status !== 401 || !hasOnlyCookie || guard.cookies.refresh === undefined) return refusal
  await guard.cookies.refresh()
  return refusalOf(request, guard)
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.append(name, value)
  return response
}

function marksOf({ headers }: Request): RequestMarks {
  const mark = (name: string): string | undefined => headers.get(name) ?? undefined
  return {
    host: mark('host'),
    origin: mark('origin'),
    authorization: mark('authorization'),
    cookie: mark('cookie'),
  }
}
