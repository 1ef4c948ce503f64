import type { ApiParts } from './api-parts.ts'
import { type ApiRoute, fields, shortText } from './route.ts'

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
