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

/** Speaks with `pi --mode rpc`: the lines of its JSON mode, with answers to commands among them. */
export const createPiDialog: CreateDialog = (context) => new PiDialog(context)

const nothing: DialogReading = { events: [] }
/** Its process goes on: how it ended is not asked for. */
const running = { exitCode: null, signal: null, stderrTail: '' }
/** Lines that tell what was said to it. */
const echoes = new Set(['queue_update', 'thinking_level_changed'])
/** What an extension asks a person, and waits for. */
const waits = new Set(['select', 'confirm', 'input', 'editor'])

class PiDialog implements Dialog {
  readonly #context: DialogContext
  readonly #reader: OutputReader
  /** Messages for the turn, of which it has not said that it has them. */
  readonly #steered = new Set<string>()
  readonly #stateId: string
  #promptId: string | undefined
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
    // A cancelled turn ends with an error of the model, which is none.
    const events = this.#reader.read(value).filter(({ type }) => type !== 'error' || !this.#isCancelled)
    if (line.type === 'agent_start') {
      this.#isSettled = false
      return { events, begins: true }
    }
    if (line.type !== 'agent_settled') return { events }
    this.#isSettled = true
    // What came too late would be said with the next prompt: its answer is waited for, to take it back.
    return this.#steered.size > 0 ? { events } : { events, end: this.#reader.end(running) }
  }

  /** It never asks. */
  answer(): DialogMessage[] {
    return []
  }

  /** What waits to be said would outlive the turn. */
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
    const error = textOf(line.error) ?? 'It was refused'
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
      answered: { id, error: 'The turn was over' },
    }
    return this.#steered.size > 0 ? late : { ...late, end: this.#reader.end(running) }
  }

  #state(state: Fields): DialogReading {
    this.#see(fieldsOf(state.model))
    const id = textOf(state.sessionId)
    // In its JSON mode it begins with this line.
    return id === undefined ? nothing : { events: this.#reader.read({ type: 'session', id }) }
  }

  #see(model: Fields): void {
    this.#provider = textOf(model.provider) ?? this.#provider
  }

  /** Nobody is there to answer an extension. */
  #extension(line: Fields, value: unknown): DialogReading {
    const events = this.#reader.read(value)
    const isQuestion = typeof line.method === 'string' && waits.has(line.method)
    if (!isQuestion) return { events }
    return { events, send: [{ type: 'extension_ui_response', id: line.id, cancelled: true }] }
  }
}

function attached(images: readonly DialogImage[]): { images?: DialogMessage[] } {
  return images.length === 0 ? {} : { images: images.map((image) => ({ type: 'image', ...image })) }
}
