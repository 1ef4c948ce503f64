import type { AppParts } from './app.ts'

/** Answers a request. */
export type Answer = (request: Request) => Response | Promise<Response>

/** The routes; the router is loaded with them. */
export async function loadApp(parts: AppParts): Promise<Answer> {
  const app = (await import('./app.ts')).createApp(parts)
  return (request) => app.fetch(request)
}
