import { cookieNameFor, type GuardOptions } from '../guard.ts'
import { loginLifeSeconds } from './login-cookies.ts'
import { pageHeaders } from './page-route.ts'
import type { ApiParts } from '../api/api-parts.ts'
import { type ApiRoute, fields, shortText } from '../api/route.ts'

/** Redirects to the page from HTML. */
const redirectPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=/">
<title>Capstan</title>
</head>
<body><a href="/">Continue</a></body>
</html>
`

const noStore = { 'cache-control': 'no-store' }

/** Signs a browser in; undefined if the link is invalid. */
export async function answerLogin(
  request: Request,
  { cookies }: Pick<GuardOptions, 'cookies'>,
): Promise<Response | undefined> {
  // Chat programs and mail servers request links with HEAD before a person opens them.
  if (request.method === 'HEAD') return new Response(null, { status: 204, headers: noStore })
  const value = await cookies.redeem(new URL(request.url).searchParams.get('code') ?? '')
  if (value === undefined) return undefined
  const name = cookieNameFor(request.headers.get('host') ?? undefined)
  const headers = {
    'set-cookie': `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${loginLifeSeconds}`,
    ...noStore,
    'referrer-policy': 'no-referrer',
  }
  // After a navigation from another origin, browsers do not send SameSite=Strict cookies along an HTTP redirect.
  if (/^(?:cross|same)-site$/.test(request.headers.get('sec-fetch-site') ?? '')) {
    return new Response(redirectPage, {
      headers: { ...pageHeaders, ...headers, 'content-type': 'text/html; charset=utf-8' },
    })
  }
  return new Response(null, { status: 303, headers: { ...headers, location: '/' } })
}

/** Sign-in links for further browsers. */
export function loginRoutes({ loginPath }: ApiParts): ApiRoute[] {
  return [
    {
      method: 'POST',
      path: '/api/login-links',
      summary: 'Create a sign-in link for a browser; it works once, for five minutes',
      answer: fields({ path: shortText }, 'path'),
      status: 201,
      run: () => ({ path: loginPath() }),
    },
  ]
}
