import type { AppParts } from './app.ts'
import type { Handle } from './handler.ts'

/** Handles web requests and Node requests. */
export interface Answering {
  fetch(request: Request): Response | Promise<Response>
  readonly handle: Handle
}

/** Loads the router and the routes. */
export async function loadApp(parts: AppParts): Promise<Answering> {
  const [{ createApp }, { createHandler }] = await Promise.all([import('./app.ts'), import('./handler.ts')])
  const app = createApp(parts)
  return { fetch: (request) => app.fetch(request), handle: createHandler(app, parts) }
}
