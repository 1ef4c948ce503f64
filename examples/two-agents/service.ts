// A service that asks two agents in parallel: node service.ts claude codex
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { createClient, type PermissionDecider, type RunResult } from 'capstan/run'

const [first = 'sim', second = 'sim'] = process.argv.slice(2)
const workspace = process.cwd()
const token = process.env.SERVICE_TOKEN ?? randomBytes(24).toString('base64url')
const client = createClient()

/** The rules: read anything in the workspace, write below docs/, and run only the tests. */
const rules: PermissionDecider = ({ kind, paths, command }) => {
  const inside = (folder: string): boolean =>
    paths.length > 0 &&
    paths.every((path) => !/^\.\.(\/|$)/.test(relative(resolve(workspace, folder), resolve(workspace, path))))
  if (command !== undefined) return command === 'npm test' ? 'allow' : 'deny'
  if (kind === 'read' || kind === 'search') return inside('.') ? 'allow' : 'deny'
  return kind === 'edit' && inside('docs') ? 'allow' : 'deny'
}

/** Both agents get the same prompt, rules and budget. One that fails does not stop the other. */
async function askBoth(prompt: string, signal: AbortSignal): Promise<object[]> {
  const options = { cwd: workspace, permissions: rules, maxCostUsd: 0.5, timeoutMs: 10 * 60_000, signal }
  const asked = await Promise.allSettled(
    [first, second].map((agent) => client.ask(agent, prompt, { ...options, noSession: true })),
  )
  return asked.map((outcome, index) => ({ agent: [first, second][index], ...answerOf(outcome) }))
}

function answerOf(outcome: PromiseSettledResult<RunResult>): object {
  if (outcome.status === 'fulfilled') {
    const { text: answer, stopReason, cost } = outcome.value
    return { answer: answer.trim(), stopReason, ...(cost === undefined ? {} : { cost }) }
  }
  const { code, message } = outcome.reason as { code?: string; message: string }
  return { error: { code, message } }
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const reply = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  if (!isAuthorized(request)) return reply(401, { error: 'Send the token as Authorization: Bearer <token>' })
  if (request.method !== 'POST' || request.url !== '/ask') return reply(404, { error: 'POST /ask' })
  // A client that leaves stops both agents.
  const stop = new AbortController()
  response.on('close', () => stop.abort())
  const prompt = await text(request)
  if (prompt.trim() === '') return reply(400, { error: 'The body is the prompt' })
  reply(200, await askBoth(prompt, stop.signal))
}

function isAuthorized({ headers }: IncomingMessage): boolean {
  const [sent, expected] = [headers.authorization ?? '', `Bearer ${token}`].map((value) => Buffer.from(value))
  return (
    sent !== undefined &&
    expected !== undefined &&
    sent.length === expected.length &&
    timingSafeEqual(sent, expected)
  )
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error(error)
    response.destroy()
  })
})
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  console.log(`${first} and ${second} listen on http://127.0.0.1:${port}/ask`)
  if (process.env.SERVICE_TOKEN === undefined) console.log(`Token: ${token}`)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close())
