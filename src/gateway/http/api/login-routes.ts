import type { ApiParts } from './api-parts.ts'
import { type ApiRoute, fields, word } from './route.ts'

/** Further browsers, once the link of the start was used. */
export function loginRoutes({ loginPath }: ApiParts): ApiRoute[] {
  return [
    {
      method: 'POST',
      path: '/api/login-links',
      summary: 'Create a sign-in link for a browser; it works once, for five minutes',
      answer: fields({ path: word }, 'path'),
      status: 201,
      run: () => ({ path: loginPath() }),
    },
  ]
}
