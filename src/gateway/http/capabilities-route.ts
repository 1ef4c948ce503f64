import type { ServedAgent } from '../served-agent.ts'
import { etagOf, hasAlready } from './etag.ts'

/** Answers with an agent's current capabilities, or 304 if the client has them. */
export async function answerCapabilities(request: Request, agent: ServedAgent): Promise<Response> {
  const body = JSON.stringify(await agent.capabilities())
  const etag = etagOf(body)
  const headers = { etag, 'cache-control': 'no-cache' }
  if (hasAlready(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } })
}
