import { hasAlready } from '../etag.ts'
import type { PageFile } from './page-files.ts'

/** Allows only the gateway's own files; images and sounds of agents are data URLs. */
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

/** Headers of every response with a page or one of its files. */
export const pageHeaders = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
}

/** Answers with a file of the page, or 304 if the browser has it. */
export function answerPageFile(
  request: Request,
  { body, contentType, etag, isNamedByHash }: PageFile,
): Response {
  const headers = {
    ...pageHeaders,
    etag,
    // Private: only for signed-in browsers.
    'cache-control': isNamedByHash ? 'private, max-age=31536000, immutable' : 'no-cache',
  }
  if (hasAlready(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'content-type': contentType } })
}
