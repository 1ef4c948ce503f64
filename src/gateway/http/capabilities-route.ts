import type { ServedAgent } from '../served-agent.ts'

/** Answers with what an agent can do now, and only with a word when the client has that already. */
export async function answerCapabilities(request: Request, agent: ServedAgent): Promise<Response> {
  const body = JSON.stringify(await agent.capabilities())
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256').update(body)
  const etag = `"${hash.digest('base64url')}"`
  const headers = { etag, 'cache-control': 'no-cache' }
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  if (known.some((one) => one.trim().replace(/^W\//, '') === etag)) {
    return new Response(null, { status: 304, headers })
  }
  return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } })
}
