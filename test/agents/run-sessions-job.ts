import { join } from 'node:path'
import { createClient } from '../../src/run/client.ts'
import type { OwnedAgentSession } from '../../src/sessions/agent/owned-agent-session.ts'
import { openAgentSession } from '../../src/sessions/agent/open-agent-session.ts'
import { createSessions } from '../../src/sessions/create-sessions.ts'
import { createMcpAccess } from '../../src/sessions/mcp/mcp-access.ts'
import type { LoggedEvent } from '../../src/sessions/store/session-store.ts'
import type { SendResult } from '../../src/sessions/participant.ts'
import { serveSessions } from '../../src/sessions/wire/serve.ts'
import { createTokens } from '../../src/sessions/wire/tokens.ts'
import type { RecordedRequest } from '../../src/testing/provider/script/recording.ts'
import { createModelProvider } from '../../src/testing/provider/server.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import { eventLine } from './sessions-transcript.ts'
import type { AgentSessionOutcome, MessageOutcome, SessionsJob, SessionsOutcome } from './sessions-job.ts'
import { writeFiles } from '../../src/verify/worker/write-files.ts'

/** Started as a program, so that the provider, Capstan and the agents are in one network. The job comes on stdin. */
const text = Buffer.concat((await process.stdin.toArray()) as Buffer[]).toString('utf8')
const provider = await createModelProvider({ keep: 10_000 })
const job = JSON.parse(text.replaceAll(providerAddress, provider.url)) as SessionsJob
const sessions = createSessions()
const tokens = createTokens()
const socketPath = join(job.home, 'sessions', 'socket')
await using server = await serveSessions(sessions, { socketPath, tokens })
const access = createMcpAccess({ socketPath: server.socketPath, tokens })
const person = sessions.join({ name: 'Ada', handle: 'ada' })
const client = createClient()
const wait = 60_000
/** A picture of one white dot. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR4nGP4DwQACfsD/fteaysAAAAASUVORK5CYII='

const live: OwnedAgentSession[] = []
for (const { agent, files, env, model } of job.agents) {
  await writeFiles(job.home, files)
  live.push(
    await openAgentSession({
      client,
      sessions,
      agent,
      cwd: job.folder,
      env,
      permissions: () => 'allow',
      timeoutMs: 90_000,
      transport: job.transport,
      ...(job.hasTools ? { mcp: (identity) => access.mcpServerFor(identity) } : {}),
      ...(model === undefined ? {} : { model }),
    }),
  )
}
const agents: AgentSessionOutcome[] = []
for (const session of live) agents.push(await tryAgent(session))
const dm = job.hasTools ? await sendByTool() : undefined
const transcript = sessions.events
  .read({ limit: 10_000 })
  .flatMap((entry) => eventLine(entry, nameOf(entry.session)))
for (const session of live) await session.release?.()
await sessions.close()
await server.close()
await provider.close()
const outcome: SessionsOutcome = { agents, ...(dm === undefined ? {} : { dm }), transcript }
process.stdout.write(JSON.stringify(outcome), () => process.exit())

async function tryAgent(session: OwnedAgentSession): Promise<AgentSessionOutcome> {
  const { handle } = session.identity
  const pause = (milliseconds: number): string => `[[shell: node -e "setTimeout(() => {}, ${milliseconds})"]]`
  const nextToolCall = await during(session, {
    prompt: `Work ${pause(900)} ${pause(901)} [[text: worked]]`,
    send: () =>
      person.send({
        to: `@${handle}`,
        text: `Note one for ${handle}`,
        mode: 'next-tool-call',
        attachments: [{ type: 'image', mimeType: 'image/png', data: dot }],
      }),
  })
  const onIdle = await during(session, {
    prompt: `Work on ${pause(902)} [[text: worked on]]`,
    send: () => person.send({ to: `@${handle}`, text: `Note two for ${handle}`, mode: 'on-idle' }),
  })
  const immediate = await during(session, {
    prompt: `Work for ever ${pause(600_000)} [[text: never]]`,
    send: () => person.send({ to: `@${handle}`, text: `Note three for ${handle}`, mode: 'immediate' }),
  })
  return { agent: handle, modes: session.capabilities.delivery.modes, nextToolCall, onIdle, immediate }
}

/** Sends during the first tool of a prompt, and waits until the turn has ended. */
async function during(
  session: OwnedAgentSession,
  { prompt, send }: { prompt: string; send: () => SendResult },
): Promise<MessageOutcome> {
  const before = provider.requests.length
  const since = sessions.events.lastCursor
  const run = session.prompt(prompt)
  const result = run.result().then(
    ({ stopReason, text: said }) => `${stopReason}: ${said.trim()}`,
    (error: unknown) => String(error),
  )
  const { id, handle } = session.identity
  const early = result.then((how) => {
    throw new Error(`The turn ended before it called a tool: ${how}`)
  })
  await Promise.race([
    sessions.events.waitFor({ type: 'tool.called', session: id }, { timeout: wait, since }),
    early,
  ])
  early.catch(() => {})
  const { message } = send()
  const turn = await result
  const inTurn = turnRequests(handle, before).length
  const isThis = ({ event }: LoggedEvent): boolean => 'messageId' in event && event.messageId === message.id
  await sessions.events.waitFor(
    { type: 'delivery.delivered', session: id, where: isThis },
    { timeout: wait, since },
  )
  await idle(session)
  const [report] = person.receipts(message.id)
  const requests = turnRequests(handle, before)
  const first = requests.findIndex(({ body }) => JSON.stringify(body).includes(message.text))
  // Every request contains the earlier turns.
  const earlier = toolResults(requests[0]?.body)
  return {
    state: report?.delivery.state ?? 'none',
    receipts: (report?.receipts ?? []).map(({ status, reason }) =>
      [status, reason].filter(Boolean).join(': '),
    ),
    turn,
    isInTurn: first !== -1 && first < inTurn,
    results: toolResults(requests[first]?.body) - earlier,
    hasImage: /"type":"(?:image|input_image)"/.test(JSON.stringify(requests[first]?.body ?? {})),
  }
}

async function sendByTool(): Promise<NonNullable<SessionsOutcome['dm']>> {
  const [sender, recipient] = live
  if (sender === undefined || recipient === undefined) throw new Error('Two agents are needed')
  const said = 'The tests are green'
  const [before, since] = [provider.requests.length, sessions.events.lastCursor]
  const to = `@${recipient.identity.handle}`
  const run = sender.prompt(`Tell it [[tool: send_dm ${JSON.stringify({ to, text: said })}]] [[text: sent]]`)
  const answer = await run.result().then(
    ({ text: words }) => words,
    (error: unknown) => String(error),
  )
  await sessions.events
    .waitFor({ type: 'delivery.delivered', session: recipient.identity.id }, { timeout: wait, since })
    .catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  await idle(recipient)
  const item = recipient.inbox().findLast(({ message }) => message.text === said)
  return {
    state: item?.delivery.state ?? 'none',
    text: item?.message.text ?? '',
    from: item?.message.from.handle ?? '',
    isInRequest: provider.requests
      .slice(before)
      .some(
        ({ prompt = '', body }) => prompt.includes(said) && JSON.stringify(body).includes('To answer, call'),
      ),
    answerOfTool: answer,
  }
}

async function idle(session: OwnedAgentSession): Promise<void> {
  if (session.status === 'idle') return
  await sessions.events.waitFor({ type: 'status.idle', session: session.identity.id }, { timeout: wait })
}

/** Requests of a turn; those for titles and the like offer no tools. */
function turnRequests(agent: string, since: number): RecordedRequest[] {
  return provider.requests
    .slice(since)
    .filter(({ path, tools = [] }) => path.startsWith(`/${agent}/`) && tools.length > 0)
}

/** Tool results in a request of any API. */
function toolResults(body: unknown): number {
  return (
    (JSON.stringify(body) ?? '').match(
      /"type":"(?:tool_result|function_call_output|custom_tool_call_output)"/g,
    ) ?? []
  ).length
}

function nameOf(id: string): string {
  return `@${sessions.find(id)?.identity.handle ?? id}`
}
