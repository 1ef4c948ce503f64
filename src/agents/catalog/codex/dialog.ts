import { version } from '../../../core/version.ts'
import type { ErrorDetail } from '../../../events/error.ts'
import type { PermissionOutcome } from '../../../events/permission.ts'
import { type Fields, fieldsOf, present, textOf } from '../../command-line/read-values.ts'
import type {
  CreateDialog,
  DialogContext,
  DialogImage,
  DialogMessage,
  DialogReading,
  DialogRequest,
  DialogSetting,
  Dialog,
} from '../../command-line/dialog.ts'
import { AppServerEvents } from './app-server-events.ts'
import { AppServerQuestions } from './app-server-questions.ts'
import { lastingFailure } from '../../command-line/provider-failure.ts'

/** Talks to `codex app-server`: JSON-RPC without the version field. */
export const createCodexDialog: CreateDialog = (context) => new CodexDialog(context)

const nothing: DialogReading = { events: [] }

/** The actions that Codex may take without asking. Allowed commands may write in the folder. */
const approvals: Readonly<Record<DialogContext['approval'], DialogMessage>> = {
  nothing: { approvalPolicy: 'never', sandbox: 'danger-full-access' },
  everything: { approvalPolicy: 'untrusted', sandbox: 'workspace-write' },
  refused: { approvalPolicy: 'on-request', sandbox: 'read-only' },
}

class CodexDialog implements Dialog {
  readonly #context: DialogContext
  readonly #events: AppServerEvents
  readonly #questions = new AppServerQuestions()
  readonly #openId: string
  /** Settings for the next turns. */
  #settings: { model?: string; effort?: string } = {}
  /** Messages that wait for the thread to open. */
  #input: readonly DialogMessage[] | undefined
  #promptId: string | undefined
  #turnId: string | undefined

  constructor(context: DialogContext) {
    this.#context = context
    this.#openId = context.createId()
    this.#events = new AppServerEvents(context.cwd)
  }

  start(): DialogMessage[] {
    const { cwd, model, resume, fork, noSession, approval, isConfined, createId } = this.#context
    const threadId = resume ?? fork
    const call = resume !== undefined ? 'thread/resume' : fork !== undefined ? 'thread/fork' : 'thread/start'
    const clientInfo = { name: 'capstan', title: 'Capstan', version }
    return [
      { id: createId(), method: 'initialize', params: { clientInfo, capabilities: null } },
      { method: 'initialized' },
      {
        id: this.#openId,
        method: call,
        params: {
          ...present({ threadId, model, ephemeral: noSession === true ? true : undefined }),
          ...(threadId === undefined ? {} : { excludeTurns: true }),
          cwd,
          ...approvals[approval],
          // Codex's own sandbox does not start inside of another one for root.
          ...(isConfined ? { sandbox: 'danger-full-access' } : {}),
        },
      },
    ]
  }

  prompt(text: string, images: readonly DialogImage[]): DialogMessage[] {
    this.#input = inputOf(text, images)
    return this.#beginTurn()
  }

  read(value: unknown): DialogReading {
    const message = fieldsOf(value)
    if (message.method === undefined) return this.#answer(message)
    if (message.id !== undefined) return this.#asked(message)
    const params = fieldsOf(message.params)
    if (message.method === 'serverRequest/resolved') {
      const requestId = String(params.requestId)
      return this.#questions.withdraw(requestId) ? { events: [], withdrawn: requestId } : nothing
    }
    if (params.threadId !== this.#events.threadId) return { events: this.#events.read(message) }
    const turn = fieldsOf(params.turn)
    if (message.method === 'turn/completed') {
      this.#turnId = undefined
      return this.#events.endTurn(turn)
    }
    const events = this.#events.read(message)
    if (message.method !== 'turn/started') return { events }
    this.#turnId = textOf(turn.id)
    return { events, begins: true }
  }

  answer(requestId: string, outcome: PermissionOutcome): DialogMessage[] {
    return this.#questions.answer(requestId, outcome)
  }

  cancel(): DialogMessage[] {
    return this.#request('turn/interrupt', { turnId: this.#turnId }).send.slice()
  }

  steer(text: string, images: readonly DialogImage[] = []): DialogRequest {
    const input = inputOf(text, images)
    return this.#request('turn/steer', { expectedTurnId: this.#turnId, input })
  }

  set(name: DialogSetting, value: string): DialogRequest | undefined {
    if (name === 'mode') return undefined
    this.#settings = { ...this.#settings, [name]: value }
    return { send: [] }
  }

  #request(method: string, params: DialogMessage): DialogRequest & { id: string } {
    const id = this.#context.createId()
    return { id, send: [{ id, method, params: { threadId: this.#events.threadId, ...params } }] }
  }

  #beginTurn(): DialogMessage[] {
    if (this.#events.threadId === undefined || this.#input === undefined) return []
    const { id, send } = this.#request('turn/start', { input: this.#input, ...this.#settings })
    this.#promptId = id
    this.#input = undefined
    return send.slice()
  }

  #answer({ id, result, error }: Fields): DialogReading {
    const requestId = String(id)
    const refusal =
      error === undefined ? undefined : (textOf(fieldsOf(error).message) ?? 'The agent rejected the request')
    if (requestId === this.#openId) return this.#opened(fieldsOf(fieldsOf(result).thread), refusal)
    if (requestId !== this.#promptId)
      return { events: [], answered: { id: requestId, ...present({ error: refusal }) } }
    if (refusal === undefined) return nothing
    return { events: [], end: { stopReason: 'error', error: { message: refusal, code: 'AGENT_ERROR' } } }
  }

  #opened(thread: Fields, refusal: string | undefined): DialogReading {
    const sessionId = textOf(thread.id)
    if (sessionId === undefined)
      return { events: [], failure: openFailure(refusal ?? 'Codex opened no thread') }
    this.#events.threadId = sessionId
    const { resume, fork } = this.#context
    const type = (resume ?? fork) === undefined ? 'session.started' : 'session.resumed'
    return { events: [{ type, sessionId }], send: this.#beginTurn() }
  }

  #asked(message: Fields): DialogReading {
    const question = this.#questions.ask(message)
    if (question !== undefined) return { events: [question] }
    const error = { code: -32601, message: `${String(message.method)} is not supported` }
    return { events: [], send: [{ id: message.id, error }] }
  }
}

function inputOf(text: string, images: readonly DialogImage[]): DialogMessage[] {
  const pictures = images.map(({ data, mimeType }) => ({
    type: 'image',
    url: `data:${mimeType};base64,${data}`,
  }))
  return [...pictures, { type: 'text', text }]
}

function openFailure(message: string): ErrorDetail {
  return lastingFailure(/no rollout found/.test(message) ? 'SESSION_NOT_FOUND' : 'AGENT_ERROR', message)
}
