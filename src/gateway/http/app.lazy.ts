import type { AppParts } from './app.ts'
import type { Handle } from './handler.ts'

/** Answers requests, as the web has them or as Node has them. */
export interface Answering {
  fetch(request: Request): Response | Promise<Response>
  readonly handle: Handle
}

/** The routes; the router is loaded with them. */
export async function loadApp(parts: AppParts): Promise<Answering> {
  const [{ createApp }, { createHandler }] = await Promise.all([import('./app.ts'), import('./handler.ts')])
  const app = createApp(parts)
  return { fetch: (request) => app.fetch(request), handle: createHandler(app, parts) }
}
