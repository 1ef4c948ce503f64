import type { NodeExchange } from './a2e-route.ts'
import type { AppParts } from './app.ts'

/** Answers a request, with both of its sides where a server has them. */
export type Answer = (request: Request, exchange?: NodeExchange) => Response | Promise<Response>

/** The routes; the router is loaded with them. */
export async function loadApp(parts: AppParts): Promise<Answer> {
  const app = (await import('./app.ts')).createApp(parts)
  return (request, exchange) => app.fetch(request, exchange)
}
