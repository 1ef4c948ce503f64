import type { PageFile } from './page-files.ts'
import { pageHeaders } from './page-route.ts'

/** Whether a browser navigates here; false for requests of programs and of the page's scripts. */
export function isBrowserNavigation({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.get('accept') ?? '').includes('text/html')
}

/** Whether a file needs no login: only the style and icon of the signed-out page. */
export function isPublicFile(file: PageFile | undefined): boolean {
  return file !== undefined && /^(text\/css|image\/svg)/.test(file.contentType)
}

/** The page for a browser that is not signed in. */
export function answerSignedOut(reason: string, files: ReadonlyMap<string, PageFile>): Response {
  const [style, icon] = ['.css', '.svg'].map((ending) =>
    [...files.keys()].find((path) => path.endsWith(ending)),
  )
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Capstan: signed out</title>
${style === undefined ? '' : `<link rel="stylesheet" href="${style}">`}
${icon === undefined ? '' : `<link rel="icon" href="${icon}" type="image/svg+xml">`}
</head>
<body>
<main class="signed-out">
<h1>Capstan</h1>
<h2>This browser is signed out</h2>
<p>${reason}</p>
<ol>
<li>Open the link that <code>capstan serve</code> printed. It works once, for five minutes.</li>
<li>If the link was used or has expired, run <code>capstan serve --link</code> to print a new one. Add <code>--port</code> if
the gateway does not listen on port 8787.</li>
</ol>
<p class="quiet">Programs send the token instead: <code>Authorization: Bearer …</code></p>
</main>
</body>
</html>
`
  return new Response(body, {
    status: 401,
    headers: { ...pageHeaders, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}
