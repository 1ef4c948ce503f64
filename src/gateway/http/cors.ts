import type { GuardOptions } from './guard.ts'

type Named = Pick<GuardOptions, 'allowedOrigins'>

/** Answers a CORS preflight. */
export function preflight(origin: string | undefined, { allowedOrigins }: Named): Response {
  if (origin === undefined || !allowedOrigins.includes(origin)) return new Response(null, { status: 403 })
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers':
        'authorization, content-type, accept, if-none-match, last-event-id, x-session-id',
      'access-control-max-age': '600',
    },
  })
}

/** CORS headers for an allowed origin; empty for others. */
export function originHeaders(
  origin: string | undefined,
  { allowedOrigins }: Named,
): Readonly<Record<string, string>> {
  if (origin === undefined || !allowedOrigins.includes(origin)) return {}
  return { 'access-control-allow-origin': origin, vary: 'origin' }
}
