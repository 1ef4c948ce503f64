import type { AgentEvent, AgentEventOf } from '../../events/event.ts'
import type { PermissionRequestedEvent } from '../../events/permission.ts'
import type { ToolCalledEvent, ToolUpdatedEvent } from '../../events/tools/tool-call.ts'
import type { RunResult } from '../../run/api/run.ts'
import type { Channel } from './print.ts'
import { AgentText, type CodeStripping } from './run-view/agent-text.ts'
import { noteLines } from './run-view/note-lines.ts'
import { planLines } from './run-view/plan-lines.ts'
import { callInQuestion, questionLines, questionTitle } from './run-view/question-lines.ts'
import { Screen } from './run-view/screen.ts'
import { SpokenText } from './run-view/spoken-text.ts'
import { type RunSummary, summaryLine } from './run-view/summary.ts'
import { ToolCalls } from './run-view/tool-calls.ts'
import { contentText } from './run-view/tool-call.ts'
import type { ToolLineOptions } from './run-view/tool-lines.ts'
import { shortValue } from './short-text.ts'
import type { Style } from './style.ts'

export interface RunViewOptions {
  /** The answer goes to stdout, everything else to stderr. */
  write: (channel: Channel, text: string) => void
  /** The style for stderr. */
  style: Style
  /** The width of a line. */
  columns: number
  /** Whether stdout and stderr are one terminal. */
  isTerminal: boolean
  codes: CodeStripping
  agent: string
  /** Paths are shown relative to this folder. */
  cwd: string
  verbose?: boolean
  /** The structured result goes to stdout, and the text of the agent to stderr. */
  isStructured?: boolean
  /** The session is not saved, so it cannot be resumed. */
  noSession?: boolean
  /** The agent may discard a partly streamed answer and start again. */
  startsAgain?: boolean
}

/** Shows a run on a terminal. Text of an agent cannot control the terminal. */
export class RunView {
  readonly #options: RunViewOptions
  readonly #screen: Screen
  readonly #lines: ToolLineOptions
  readonly #spoken: SpokenText
  readonly #calls: ToolCalls
  /** Open questions by request id. */
  readonly #questions = new Map<string, { title: string; options: PermissionRequestedEvent['options'] }>()
  readonly #seen: Omit<RunSummary, 'agent'> = {}
  /** The agent that works on the prompt and why, after a choice or a change. */
  #answering: { agent?: string; answered?: string } = {}
  #plan = ''
  #result: unknown
  /** Output buffered while the view is paused. */
  #paused: (() => void)[] | undefined

  constructor(options: RunViewOptions) {
    const { write, style, columns, isTerminal, codes, cwd, verbose = false, isStructured = false } = options
    const text = new AgentText(codes, cwd)
    this.#options = options
    this.#screen = new Screen({ write, isShared: isTerminal })
    this.#lines = { style, columns, text, verbose }
    this.#spoken = new SpokenText({
      screen: this.#screen,
      text,
      dim: style.dim,
      answer: isStructured ? 'stderr' : 'stdout',
      isHeld: options.startsAgain === true && !isTerminal && !isStructured,
    })
    this.#calls = new ToolCalls({ ...this.#lines, show: (lines) => this.#show(lines) })
  }

  /** Shows one event. */
  show(event: AgentEvent): void {
    const handle = this.#handlers[event.type] as ((event: AgentEvent) => void) | undefined
    if (handle !== undefined) return handle(event)
    const lines = noteLines(event, this.#lines)
    if (lines.length > 0) this.#show(lines)
    else if (this.#options.verbose) this.#showWhole(event)
  }

  /** Prints a warning. */
  warn(message: string): void {
    this.#show([`${this.#options.style.warn('warning')} ${this.#lines.text.line(message)}`])
  }

  /** The lines to show before a question. File changes shown here are not shown again. */
  questionLines(request: PermissionRequestedEvent): string[] {
    const call = callInQuestion(request, this.#calls.known)
    if (call !== undefined) this.#calls.markShown(call)
    return questionLines(request, call, this.#lines)
  }

  /** Ends open lines and buffers output, so that a question can be printed. */
  pause(): void {
    this.#screen.endLine('stderr')
    if (this.#options.isTerminal) this.#screen.endLine('stdout')
    this.#paused ??= []
  }

  /** Prints the buffered output. */
  resume(): void {
    const held = this.#paused ?? []
    this.#paused = undefined
    for (const print of held) print()
  }

  /** Shows log output of the agent. */
  agentLog(text: string): void {
    if (this.#paused === undefined) this.#spoken.aside('log', text)
    else this.#paused.push(() => this.agentLog(text))
  }

  /** Prints the structured result, if requested, and a summary of the run. */
  end(result: Partial<RunResult> = {}): void {
    this.#spoken.end()
    this.#calls.end()
    const { agent = this.#options.agent, answered } = this.#answering
    const { noSession, style, isStructured } = this.#options
    if (isStructured) this.#showResult(result.output ?? this.#result, result.text)
    const { stopReason, tokens, cost, durationMs } = result
    const { sessionId = result.sessionId, ...summary } = {
      ...this.#seen,
      ...withoutUndefined({ stopReason, tokens, cost, durationMs }),
    }
    const line = summaryLine({
      agent,
      ...(answered === undefined || result.agent === undefined ? {} : { answered }),
      ...summary,
      ...(!sessionId || noSession ? {} : { sessionId: this.#lines.text.line(sessionId) }),
    })
    if (line !== '') this.#show([style.dim(line)])
  }

  readonly #handlers: { [Type in AgentEvent['type']]?: (event: AgentEventOf<Type>) => void } = {
    'text.delta': (event) => {
      const { text, messageId, role = 'agent', subagentId } = event
      if (role === 'agent' && subagentId === undefined) this.#spoken.answer(text, messageId)
      else if (role !== 'user') this.#spoken.aside(subagentId === undefined ? role : 'subagent', text)
    },
    'thinking.delta': ({ text }) => this.#spoken.aside('thinking', text),
    'content.delta': ({ content, messageId, role = 'agent', thinking, subagentId }) => {
      if (role !== 'agent') return
      if (thinking) this.#spoken.aside('thinking', contentText(content))
      else if (subagentId !== undefined) this.#spoken.aside('subagent', contentText(content))
      else if (content.type === 'text') this.#spoken.answer(content.text, messageId)
      else this.#show([this.#options.style.dim(this.#lines.text.line(contentText(content)))])
    },
    'message.updated': ({ messageId, role = 'agent', thinking, content, subagentId }) => {
      if (role !== 'agent' || content === undefined || content === null) return
      const whole = content.map(contentText).join('')
      if (thinking || subagentId !== undefined) this.#spoken.aside(thinking ? 'thinking' : 'subagent', whole)
      else this.#spoken.replace(whole, messageId)
    },
    'message.retracted': ({ text, subagentId }) => {
      const note = subagentId === undefined ? this.#spoken.retract(text) : undefined
      if (note !== undefined) this.warn(note)
    },
    'tool.called': (event) => this.#toolChanged(event),
    'tool.updated': (event) => this.#toolChanged(event),
    'tool.output': ({ toolCallId, content }) => this.#calls.grow(toolCallId, content),
    'permission.requested': (request) => {
      this.#spoken.interrupt()
      const call = callInQuestion(request, this.#calls.known)
      if (call !== undefined) this.#calls.rest(call.toolCallId)
      const title = questionTitle(request, call, this.#lines)
      this.#questions.set(request.requestId, { title, options: request.options })
    },
    'permission.resolved': (event) => this.#answered(event),
    'elicitation.requested': ({ requestId, message }) => {
      this.#spoken.interrupt()
      this.#questions.set(requestId, { title: this.#lines.text.line(message), options: [] })
    },
    'elicitation.resolved': ({ requestId, outcome }) => {
      const title = this.#questions.get(requestId)?.title ?? 'a question'
      this.#questions.delete(requestId)
      const label = outcome.type === 'unknown' ? this.#lines.text.line(outcome.originalType) : outcome.type
      this.#show([this.#options.style.dim(`${label}: ${title}`)])
    },
    'plan.updated': ({ plan }) => {
      const lines = planLines(plan, this.#lines)
      if (lines.join('\n') === this.#plan) return
      this.#plan = lines.join('\n')
      this.#spoken.interrupt()
      this.#show(lines)
    },
    'subagent.updated': ({ subagentId, title, state }) => this.#calls.subagent(subagentId, { title, state }),
    'agent.changed': (event) => {
      const { previousAgent, reason, until } = event
      const agent = this.#lines.text.line(event.agent)
      const why =
        previousAgent === undefined
          ? reason
          : `${previousAgent}: ${reason}${until === undefined ? '' : ` until ${until}`}`
      this.#answering = { agent, answered: `answered by ${agent} (${this.#lines.text.line(why)})` }
      this.#show(noteLines(event, this.#lines))
    },
    'session.started': ({ sessionId }) => void (this.#seen.sessionId = sessionId),
    'session.resumed': ({ sessionId }) => void (this.#seen.sessionId = sessionId),
    'session.forked': ({ sessionId }) => void (this.#seen.sessionId = sessionId),
    finish: ({ stopReason, tokens, cost, result }) => {
      Object.assign(this.#seen, withoutUndefined({ stopReason, tokens, cost }))
      this.#result = result
    },
  }

  #toolChanged(event: ToolCalledEvent | ToolUpdatedEvent): void {
    if (this.#calls.change(event) === 'new') this.#spoken.interrupt()
  }

  #answered({ requestId, outcome }: AgentEventOf<'permission.resolved'>): void {
    const { style } = this.#options
    const question = this.#questions.get(requestId)
    this.#questions.delete(requestId)
    const title = question?.title ?? 'a request'
    if (outcome.type !== 'selected') {
      const label = outcome.type === 'cancelled' ? 'cancelled' : this.#lines.text.line(outcome.originalType)
      return this.#show([`${style.warn(`${label}:`)} ${title}`])
    }
    const kind =
      question?.options.find(({ optionId }) => optionId === outcome.optionId)?.kind ?? outcome.optionId
    const labels: Readonly<Record<string, string>> = {
      'allow-once': style.dim('allowed:'),
      'allow-always': style.dim('always allowed:'),
      'reject-once': style.warn('rejected:'),
      'reject-always': style.warn('always rejected:'),
    }
    this.#show([`${labels[kind] ?? style.dim(`answered ${this.#lines.text.line(kind)}:`)} ${title}`])
  }

  #showResult(output: unknown, text = ''): void {
    if (output !== undefined) this.#screen.append('stdout', `${JSON.stringify(output, null, 2)}\n`)
    else if (text !== '') this.#screen.append('stdout', `${this.#lines.text.block(text).trimEnd()}\n`)
  }

  #showWhole({ type, ...event }: AgentEvent): void {
    const { text, columns } = this.#lines
    const values = shortValue(event, Math.max(columns - type.length - 1, 20))
    this.#show([this.#options.style.dim(`${type} ${text.line(values)}`)])
  }

  #show(lines: readonly string[]): void {
    if (this.#paused !== undefined) return void this.#paused.push(() => this.#show(lines))
    this.#screen.lines(lines)
    this.#spoken.endAside()
  }
}

function withoutUndefined<Fields extends object>(fields: Fields): Fields {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known) as Fields
}
