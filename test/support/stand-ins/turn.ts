import type { ClientSide, Fields } from './rpc-loop.ts'

/** A choice that a person has when the agent asks, in the words of the protocol. */
export interface PermissionChoice {
  optionId: string
  name: string
  kind: string
}

export interface TurnOptions {
  sessionId: string
  /** What the user wrote. */
  text: string
  client: ClientSide
  /** What is offered when it asks for permission. */
  choices: readonly PermissionChoice[]
  /** The call that it asks about; the one it has begun if not given. */
  asksAbout?: (command: string) => Fields
  /** Resolves when the turn is cancelled. */
  cancelled: Promise<void>
}

const toolCallId = 'call-1'

/** Does what the prompt says: `say <words>`, `run <command>` or `wait`. Nothing is really run. */
export async function takeTurn(options: TurnOptions): Promise<{ stopReason: string }> {
  const { text, cancelled } = options
  const words = text.slice(text.indexOf(' ') + 1)
  if (text.startsWith('wait')) {
    say(options, 'waiting')
    await cancelled
    return { stopReason: 'cancelled' }
  }
  if (text.startsWith('run ')) await askAndRun(options, words)
  else for (const piece of words.split(/(?<= )/)) say(options, piece)
  return { stopReason: 'end_turn' }
}

/** The text of the first block of a prompt. */
export function textOf(prompt: unknown): string {
  const [block] = prompt as readonly { text?: string }[]
  return block?.text ?? ''
}

async function askAndRun(options: TurnOptions, command: string): Promise<void> {
  const { sessionId, client, choices, asksAbout } = options
  const rawInput = { command }
  update(options, {
    sessionUpdate: 'tool_call',
    toolCallId,
    title: command,
    kind: 'execute',
    status: 'pending',
    rawInput,
  })
  const { outcome } = await client.request('session/request_permission', {
    sessionId,
    toolCall: asksAbout?.(command) ?? { toolCallId },
    options: choices,
  })
  const { optionId } = outcome as { optionId?: string }
  const isAllowed = choices.some((choice) => choice.optionId === optionId && choice.kind.startsWith('allow'))
  update(options, {
    sessionUpdate: 'tool_call_update',
    toolCallId,
    status: isAllowed ? 'completed' : 'failed',
    content: [{ type: 'content', content: { type: 'text', text: isAllowed ? 'it ran' : 'it was refused' } }],
  })
  say(options, `chosen: ${optionId}`)
}

function say(options: TurnOptions, text: string): void {
  update(options, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
}

function update({ client, sessionId }: TurnOptions, change: Fields): void {
  client.notify('session/update', { sessionId, update: change })
}
