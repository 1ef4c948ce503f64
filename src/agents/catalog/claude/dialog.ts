import type { PermissionOption, PermissionOutcome } from '../../../events/permission.ts'
import type { OutputReader } from '../../command-line/output-reader.ts'
import { type Fields, fieldsOf, listOf, present, textOf } from '../../command-line/read-values.ts'
import { toolLook } from '../../command-line/tool-display.ts'
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
import { createClaudeReader } from './events.ts'
import { claudeTools } from './tool-look.ts'

/** Talks to `claude -p --input-format stream-json`, whose output includes control messages. */
export const createClaudeDialog: CreateDialog = (context) => new ClaudeDialog(context)

const nothing: DialogReading = { events: [] }
/** A placeholder: the process keeps running between turns. */
const running = { exitCode: null, signal: null, stderrTail: '' }

const settings: Readonly<Record<DialogSetting, (value: string) => DialogMessage>> = {
  model: (model) => ({ subtype: 'set_model', model }),
  effort: (effortLevel) => ({ subtype: 'apply_flag_settings', settings: { effortLevel } }),
  mode: (mode) => ({ subtype: 'set_permission_mode', mode }),
}

class ClaudeDialog implements Dialog {
  readonly #context: DialogContext
  readonly #reader: OutputReader
  /** Open permission requests by id. */
  readonly #questions = new Map<string, Fields>()
  /** Messages that Claude has not started; a message that arrives too late becomes a turn of its own. */
  readonly #waiting = new Set<string>()
  /** Whether Claude reports the state of messages; otherwise each turn ends with its result. */
  #reportsProgress = false
  #sessionId: string | undefined

  constructor(context: DialogContext) {
    this.#context = context
    const { cwd, resume, fork } = context
    this.#reader = createClaudeReader({ cwd, isResumed: (resume ?? fork) !== undefined })
  }

  start(): DialogMessage[] {
    return []
  }

  prompt(text: string, images: readonly DialogImage[]): DialogMessage[] {
    return [this.#say(text, images)]
  }

  read(value: unknown): DialogReading {
    const line = fieldsOf(value)
    switch (line.type) {
      case 'control_request':
        return this.#question(textOf(line.request_id) ?? '', fieldsOf(line.request))
      case 'control_cancel_request':
        return this.#withdraw(textOf(line.request_id) ?? '')
      case 'control_response':
        return answerIn(fieldsOf(line.response))
      case 'command_lifecycle':
        return this.#progress(line)
      default:
        // Claude echoes messages of the user.
        return line.isReplay === true ? nothing : this.#output(line, value)
    }
  }

  answer(requestId: string, outcome: PermissionOutcome): DialogMessage[] {
    const question = this.#questions.get(requestId)
    if (!this.#questions.delete(requestId) || question === undefined) return []
    const response = { subtype: 'success', request_id: requestId, response: decision(question, outcome) }
    return [{ type: 'control_response', response }]
  }

  cancel(): DialogMessage[] {
    return this.#request({ subtype: 'interrupt' }).send.slice()
  }

  /** Claude sends no response; the message joins this turn or the next, which follows at once. */
  steer(text: string, images: readonly DialogImage[] = []): DialogRequest {
    return { send: [this.#say(text, images)] }
  }

  set(name: DialogSetting, value: string): DialogRequest {
    return this.#request(settings[name](value))
  }

  #request(request: DialogMessage): DialogRequest {
    const id = this.#context.createId()
    return { id, send: [{ type: 'control_request', request_id: id, request }] }
  }

  #say(text: string, images: readonly DialogImage[]): DialogMessage {
    const blocks = images.map(({ data, mimeType }) => ({
      type: 'image',
      source: { type: 'base64', media_type: mimeType, data },
    }))
    const content = blocks.length === 0 ? text : [...blocks, { type: 'text', text }]
    const uuid = this.#context.createId()
    this.#waiting.add(uuid)
    return { type: 'user', uuid, message: { role: 'user', content }, parent_tool_use_id: null }
  }

  #output(line: Fields, value: unknown): DialogReading {
    this.#sessionId = textOf(line.session_id) ?? this.#sessionId
    const events = this.#reader.read(value)
    if (line.type === 'system' && line.subtype === 'init') return { events, begins: true }
    if (line.type !== 'result' || (this.#reportsProgress && this.#waiting.size > 0)) return { events }
    this.#waiting.clear()
    return { events, end: this.#reader.end(running) }
  }

  #progress({ state, command_uuid: uuid }: Fields): DialogReading {
    this.#reportsProgress = true
    if (state !== 'queued') this.#waiting.delete(textOf(uuid) ?? '')
    return nothing
  }

  #question(requestId: string, request: Fields): DialogReading {
    if (request.subtype !== 'can_use_tool') {
      const error = `${String(request.subtype)} is not supported`
      const response = { subtype: 'error', request_id: requestId, error }
      return { events: [], send: [{ type: 'control_response', response }] }
    }
    this.#questions.set(requestId, request)
    const { input } = request
    const tool = textOf(request.tool_name) ?? 'unknown'
    const look = toolLook(claudeTools, tool, { input, cwd: this.#context.cwd })
    const toolCallId = textOf(request.tool_use_id) ?? requestId
    return {
      events: [
        {
          ...present({ sessionId: this.#sessionId }),
          type: 'permission.requested',
          requestId,
          title: look.title,
          subject: { type: 'tool-call', toolCall: { toolCallId, tool, ...look, input } },
          options: optionsFor(request),
        },
      ],
    }
  }

  #withdraw(requestId: string): DialogReading {
    return this.#questions.delete(requestId) ? { events: [], withdrawn: requestId } : nothing
  }
}

function answerIn({ request_id: requestId, subtype, error }: Fields): DialogReading {
  const id = textOf(requestId) ?? ''
  if (subtype !== 'error') return { events: [], answered: { id } }
  return { events: [], answered: { id, error: textOf(error) ?? 'The agent rejected the request' } }
}

function optionsFor(question: Fields): PermissionOption[] {
  return [
    { optionId: 'allow', name: 'Allow', kind: 'allow-once' },
    ...(rulesOf(question).length === 0
      ? []
      : [{ optionId: 'allow-always', name: 'Allow for this session', kind: 'allow-always' }]),
    { optionId: 'deny', name: 'Deny', kind: 'reject-once' },
  ]
}

/** The rules that Claude suggests to allow: the narrow ones if there are any, and for this session only. */
function rulesOf({ permission_suggestions: suggested }: Fields): DialogMessage[] {
  const all = listOf(suggested).map(fieldsOf)
  const rules = all.filter(({ type }) => type === 'addRules')
  return (rules.length === 0 ? all : rules).map((rule) => ({ ...rule, destination: 'session' }))
}

function decision(question: Fields, outcome: PermissionOutcome): DialogMessage {
  const optionId = outcome.type === 'selected' ? outcome.optionId : undefined
  const allowed = { behavior: 'allow', updatedInput: question.input }
  if (optionId === 'allow') return allowed
  if (optionId === 'allow-always') return { ...allowed, updatedPermissions: rulesOf(question) }
  const message = 'This was not allowed'
  return { behavior: 'deny', message, ...(optionId === undefined ? { interrupt: true } : {}) }
}
