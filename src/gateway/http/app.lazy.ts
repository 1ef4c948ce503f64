import type { AppParts, Handle } from './app.ts'

/** Handles web requests and Node requests. */
export interface Answering {
  fetch(request: Request): Response | Promise<Response>
  readonly handle: Handle
}

/** Loads the router and the routes. */
export async function loadApp(parts: AppParts): Promise<Answering> {
  const { createApp, createHandler } = await import('./app.ts')
  const app = createApp(parts)
  return { fetch: (request) => app.fetch(request), handle: createHandler(app, parts) }
}
