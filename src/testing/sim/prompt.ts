import { createId } from '../../core/ids.ts'
import type { Answer } from './wire/peer.ts'
import { workOn } from './plain-turn.ts'
import { faultOf, RpcError } from './wire/rpc-error.ts'
import { followSteps, type ScenarioPrompts } from './scenario-turn.ts'
import { Turn, type TurnContext } from './turn.ts'
import { TurnCancelled, TurnControl } from './turn-control.ts'
import type { TurnOutcome } from './turn-outcome.ts'
import type { Block, JsonObject, TurnUsage } from './wire/wire.ts'

interface PromptRequest {
  prompt: readonly Block[]
  /** Of the request. */
  signal: AbortSignal
  prompts: ScenarioPrompts
}

type Context = Omit<TurnContext, 'control'>

/** Works on a prompt. Version 1 answers when it is done, version 2 when it has begun. */
export async function answerPrompt(context: Context, request: PromptRequest): Promise<Answer> {
  return context.dialect.version === 1 ? await answerAtEnd(context, request) : answerAtOnce(context, request)
}

function answerAtEnd(context: Context, request: PromptRequest): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    context.session.start(async (control) => {
      const abort = (): void => control.cancel(request.signal.reason as Error)
      request.signal.addEventListener('abort', abort, { once: true })
      const turn = new Turn({ ...context, control })
      open(turn, request.prompt, createId('message'))
      const { error, stopReason, usage, copies, late } = await outcomeOf(turn, request)
      request.signal.removeEventListener('abort', abort)
      if (error !== undefined) return reject(new RpcError(error.code, error.message, error.data))
      resolve({
        result: { stopReason, ...(usage === undefined ? {} : { usage }) },
        ...(copies === undefined ? {} : { copies }),
        after: () => sendLate(turn, late),
      })
    })
  })
}

function answerAtOnce(context: Context, request: PromptRequest): Answer {
  const messageId = createId('message')
  const { promise: inserted, resolve: insert } = Promise.withResolvers<void>()
  const { dialect } = context
  const work = async (control: TurnControl): Promise<void> => {
    const turn = new Turn({ ...context, control })
    await inserted
    for (const update of dialect.message('user', messageId, request.prompt)) turn.update(update)
    open(turn, request.prompt, messageId)
    for (const update of dialect.state('running')) turn.update(update)
    const { stopReason, usage, error, copies = 1, late } = await outcomeOf(turn, request)
    const end = dialect.idle(error === undefined ? stopReason : 'error', {
      ...(usage === undefined ? {} : { usage: usage as TurnUsage }),
      ...(error === undefined ? {} : { error }),
    })
    for (let copy = 0; copy < copies; copy++) for (const update of end) turn.update(update)
    sendLate(turn, late)
  }
  context.session.start(work)
  return { result: { messageId }, after: insert }
}

/** Stores the prompt; the first one becomes the title of the session. */
function open(turn: Turn, prompt: readonly Block[], messageId: string): void {
  const { session } = turn.context
  const text = prompt.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ')
  session.add({ type: 'user', messageId, content: prompt })
  turn.countInput(JSON.stringify(prompt).length)
  const title = session.nameAfter(text)
  if (title !== undefined) {
    turn.update({ sessionUpdate: 'session_info_update', title, updatedAt: new Date().toISOString() })
  }
}

/** Does the work. A thrown error also ends the turn. */
async function outcomeOf(turn: Turn, { prompt, prompts }: PromptRequest): Promise<TurnOutcome> {
  const steps = prompts.next(prompt)
  try {
    if (steps !== undefined) return await followSteps(turn, steps, prompt)
    await workOn(turn, prompt)
    return { stopReason: 'end_turn', usage: turn.finish() }
  } catch (thrown) {
    const error: unknown = turn.signal.aborted ? turn.signal.reason : thrown
    turn.endMessage()
    if (!(error instanceof TurnCancelled)) return { stopReason: 'end_turn', error: faultOf(error) }
    const rest = new Turn({ ...turn.context, control: new TurnControl() })
    if (prompts.onCancel.length > 0) await followSteps(rest, prompts.onCancel, prompt)
    return { stopReason: 'cancelled', ...(steps === undefined ? { usage: turn.finish() } : {}) }
  }
}

function sendLate(turn: Turn, late: readonly JsonObject[] = []): void {
  for (const update of late) turn.update(update)
}
