import { createId } from '../../core/ids.ts'
import { RpcError } from './wire/rpc-error.ts'
import type { Turn } from './turn.ts'
import { TurnCancelled } from './turn-control.ts'
import { isObject, type ToolCall, type ToolCallChange } from './wire/wire.ts'

/** The result of a tool. */
export interface ToolOutcome extends Partial<Pick<ToolCall, 'content' | 'locations' | 'rawOutput'>> {
  /** The text for the user. */
  said: string
  /** Whether the tool is shown as failed although it completed. */
  failed?: true
}

/** Thrown when permission is denied. */
class Refused extends Error {}

const permissionOptions = [
  { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
  { optionId: 'allow-always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
]

/** A running tool call. */
export class Tool {
  readonly turn: Turn
  #call: ToolCall

  constructor(turn: Turn, call: ToolCall) {
    this.turn = turn
    this.#call = call
  }

  get toolCallId(): string {
    return this.#call.toolCallId
  }

  change(change: Partial<ToolCall>): void {
    this.#call = { ...this.#call, ...change }
    this.#send({ toolCallId: this.toolCallId, ...change })
  }

  /** Asks the client for permission unless it is already decided; returns only if allowed. */
  async askPermission(): Promise<void> {
    const { session, dialect } = this.turn.context
    const { name, title } = this.#call
    if (session.options.mode === 'auto' || session.allowed.has(name)) return
    for (const update of dialect.state('requires_action')) this.turn.update(update)
    const answer = await this.turn
      .ask('session/request_permission', dialect.permission(title, this.#call, permissionOptions))
      .catch(rejected)
    for (const update of dialect.state('running')) this.turn.update(update)
    const outcome = isObject(answer) && isObject(answer['outcome']) ? answer['outcome'] : {}
    if (outcome['outcome'] === 'cancelled') throw new TurnCancelled()
    const chosen = permissionOptions.find(({ optionId }) => optionId === outcome['optionId'])
    if (chosen?.kind === 'allow_always') session.allowed.add(name)
    if (chosen === undefined || chosen.kind === 'reject_once') throw new Refused()
  }

  /** Does the work and always reports its end. */
  async finish(work: (tool: Tool) => Promise<ToolOutcome>): Promise<void> {
    const { session } = this.turn.context
    try {
      const { said, failed, ...result } = await work(this)
      this.change({ status: failed ? 'failed' : 'completed', ...result })
      session.add({ type: 'tool', call: kept(this.#call) })
      await this.turn.say(said)
    } catch (error) {
      const isStopped = this.turn.signal.aborted || error instanceof TurnCancelled
      const why = error instanceof Refused ? 'refused' : (error as Error).message
      this.change({
        status: isStopped ? 'cancelled' : 'failed',
        ...(isStopped ? {} : { content: [{ type: 'text', text: why }] }),
      })
      session.add({ type: 'tool', call: kept(this.#call) })
      if (isStopped) throw error
      const { title } = this.#call
      await this.turn.say(
        error instanceof Refused
          ? `${title}: this was refused, and nothing was done. `
          : `${title}: this failed: ${why}. `,
      )
    }
  }

  #send(change: ToolCallChange): void {
    this.turn.update(this.turn.context.dialect.toolCallChange(change))
  }
}

/** Runs a tool: announces the call, does the work and reports the result. */
export async function useTool(
  turn: Turn,
  about: Pick<ToolCall, 'name' | 'title' | 'kind' | 'rawInput'> & Partial<ToolCall>,
  work: (tool: Tool) => Promise<ToolOutcome>,
): Promise<void> {
  turn.endMessage()
  turn.signal.throwIfAborted()
  const call: ToolCall = {
    toolCallId: createId('call'),
    status: 'pending',
    content: [],
    locations: [],
    ...about,
  }
  turn.update(turn.context.dialect.toolCall(call))
  await new Tool(turn, call).finish(work)
}

/** A terminal ends with its turn; its output is stored as text. */
function kept(call: ToolCall): ToolCall {
  const { output = '' } = isObject(call.rawOutput) ? call.rawOutput : {}
  const text = { type: 'text', text: String(output) } as const
  return { ...call, content: call.content.map((content) => (content.type === 'terminal' ? text : content)) }
}

/** A client that fails to answer counts as a denial. */
function rejected(error: unknown): undefined {
  if (!(error instanceof RpcError)) throw error
}
