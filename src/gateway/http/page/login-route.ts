import { cookieNameFor, type GuardOptions } from '../guard.ts'
import { pageHeaders } from './page-route.ts'

/** A page that goes on to the page by itself. */
const onward = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=/">
<title>Capstan</title>
</head>
<body><a href="/">Continue</a></body>
</html>
`

/** Lets a browser in that came by a link; undefined where the link is good for nothing. */
export function answerLogin(
  request: Request,
  { cookies }: Pick<GuardOptions, 'cookies'>,
): Response | undefined {
  const value = cookies.redeem(new URL(request.url).searchParams.get('code') ?? '')
  if (value === undefined) return undefined
  const name = cookieNameFor(request.headers.get('host') ?? undefined)
  const headers = {
    'set-cookie': `${name}=${value}; Path=/; HttpOnly; SameSite=Strict`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  }
  // A browser that was sent here by a page of elsewhere takes no strict cookie along to where it is sent on.
  if (/^(?:cross|same)-site$/.test(request.headers.get('sec-fetch-site') ?? '')) {
    return new Response(onward, {
      headers: { ...pageHeaders, ...headers, 'content-type': 'text/html; charset=utf-8' },
    })
  }
  return new Response(null, { status: 303, headers: { ...headers, location: '/' } })
}
