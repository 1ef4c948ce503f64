import type { PermissionOutcome } from '../../../events/permission.ts'
import type { OutputReader } from '../../command-line/output-reader.ts'
import { type Fields, fieldsOf, textOf } from '../../command-line/read-values.ts'
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
import { createPiReader } from './events.ts'
import { permissionAnswer, permissionIn } from './permission-question.ts'

/** Talks to `pi --mode rpc`: the lines of its JSON mode, plus responses to commands. */
export const createPiDialog: CreateDialog = (context) => new PiDialog(context)

const nothing: DialogReading = { events: [] }
/** A placeholder: the process keeps running between turns. */
const running = { exitCode: null, signal: null, stderrTail: '' }
/** Lines that echo input. */
const echoes = new Set(['queue_update', 'thinking_level_changed'])
/** Questions of extensions that wait for an answer. */
const waits = new Set(['select', 'confirm', 'input', 'editor'])

class PiDialog implements Dialog {
  readonly #context: DialogContext
  readonly #reader: OutputReader
  /** Messages for the turn that Pi has not confirmed. */
  readonly #steered = new Set<string>()
  readonly #stateId: string
  #promptId: string | undefined
  #sessionId: string | undefined
  #provider = ''
  #isSettled = true
  #isCancelled = false

  constructor(context: DialogContext) {
    const { cwd, resume, fork, createId } = context
    this.#context = context
    this.#stateId = createId()
    this.#reader = createPiReader({ cwd, isResumed: (resume ?? fork) !== undefined, runId: createId() })
  }

  start(): DialogMessage[] {
    return [{ id: this.#stateId, type: 'get_state' }]
  }

  prompt(message: string, images: readonly DialogImage[]): DialogMessage[] {
    this.#promptId = this.#context.createId()
    this.#isCancelled = false
    return [{ id: this.#promptId, type: 'prompt', message, ...attached(images) }]
  }

  read(value: unknown): DialogReading {
    const line = fieldsOf(value)
    if (line.type === 'response') return this.#answer(line)
    if (line.type === 'extension_ui_request') return this.#extension(line, value)
    if (typeof line.type === 'string' && echoes.has(line.type)) return nothing
    // A canceled turn ends with a model error that is no failure.
    const events = this.#reader.read(value).filter(({ type }) => type !== 'error' || !this.#isCancelled)
    if (line.type === 'agent_start') {
      this.#isSettled = false
      return { events, begins: true }
    }
    if (line.type !== 'agent_settled') return { events }
    this.#isSettled = true
    // Pi would add a late message to the next prompt: wait for the response, then withdraw the message.
    return this.#steered.size > 0 ? { events } : { events, end: this.#reader.end(running) }
  }

  answer(requestId: string, outcome: PermissionOutcome): DialogMessage[] {
    return [permissionAnswer(requestId, outcome)]
  }

  /** Clears queued messages, which would otherwise outlive the turn. */
  cancel(): DialogMessage[] {
    this.#isCancelled = true
    return [{ type: 'clear_queue' }, { type: 'abort' }]
  }

  steer(message: string, images: readonly DialogImage[] = []): DialogRequest {
    const id = this.#context.createId()
    this.#steered.add(id)
    return { id, send: [{ id, type: 'steer', message, ...attached(images) }] }
  }

  set(name: DialogSetting, value: string): DialogRequest | undefined {
    const id = this.#context.createId()
    if (name === 'effort') return { id, send: [{ id, type: 'set_thinking_level', level: value }] }
    if (name === 'mode') return undefined
    const [first, ...rest] = value.split('/')
    const [provider, modelId] = rest.length === 0 ? [this.#provider, value] : [first, rest.join('/')]
    return { id, send: [{ id, type: 'set_model', provider, modelId }] }
  }

  #answer(line: Fields): DialogReading {
    const id = textOf(line.id)
    const isGood = line.success === true
    if (id === this.#stateId) return this.#state(fieldsOf(line.data))
    if (id === undefined) return nothing
    const error = textOf(line.error) ?? 'The agent rejected the request'
    if (id === this.#promptId) {
      this.#promptId = undefined
      if (isGood) return nothing
      return { events: [], end: { stopReason: 'error', error: { message: error, code: 'AGENT_ERROR' } } }
    }
    if (line.command === 'set_model' && isGood) this.#see(fieldsOf(line.data))
    if (this.#steered.delete(id) && this.#isSettled) return this.#late(id)
    return { events: [], answered: isGood ? { id } : { id, error } }
  }

  #late(id: string): DialogReading {
    const late = {
      events: [],
      send: [{ type: 'clear_queue' }],
      answered: { id, error: 'The turn had ended' },
    }
    return this.#steered.size > 0 ? late : { ...late, end: this.#reader.end(running) }
  }

  #state(state: Fields): DialogReading {
    this.#see(fieldsOf(state.model))
    const id = textOf(state.sessionId)
    this.#sessionId = id
    // JSON mode starts with this line.
    return id === undefined ? nothing : { events: this.#reader.read({ type: 'session', id }) }
  }

  #see(model: Fields): void {
    this.#provider = textOf(model.provider) ?? this.#provider
  }

  /** Asks what Capstan's extension asks, and declines the questions of others: no user can answer them. */
  #extension(line: Fields, value: unknown): DialogReading {
    const request = permissionIn(line, { cwd: this.#context.cwd, sessionId: this.#sessionId })
    if (request !== undefined) return { events: [request] }
    const events = this.#reader.read(value)
    const isQuestion = typeof line.method === 'string' && waits.has(line.method)
    if (!isQuestion) return { events }
    return { events, send: [{ type: 'extension_ui_response', id: line.id, cancelled: true }] }
  }
}

function attached(images: readonly DialogImage[]): { images?: DialogMessage[] } {
  return images.length === 0 ? {} : { images: images.map((image) => ({ type: 'image', ...image })) }
}
