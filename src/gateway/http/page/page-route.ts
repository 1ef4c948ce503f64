import { hasAlready } from '../etag.ts'
import type { PageFile } from './page-files.ts'

/** Nothing but what the gateway itself serves; pictures and sounds of agents stand in the page as data. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  'media-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What every answer with a page or a part of it carries. */
export const pageHeaders = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
}

/** Answers with a file of the page, and only with a word when the browser has it already. */
export function answerPageFile(
  request: Request,
  { body, contentType, etag, isNamedByHash }: PageFile,
): Response {
  const headers = {
    ...pageHeaders,
    etag,
    // Private: it is only for whoever was let in.
    'cache-control': isNamedByHash ? 'private, max-age=31536000, immutable' : 'no-cache',
  }
  if (hasAlready(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'content-type': contentType } })
}
